import os
import subprocess
from datetime import timedelta

import pendulum
from airflow.exceptions import AirflowFailException
from airflow.sdk import Connection, dag, task


START = pendulum.datetime(2026, 1, 1, tz="Europe/Berlin")


@dag(schedule="15 6 * * *", start_date=START, catchup=False, max_active_runs=1)
def revenue():
    @task(retries=3, retry_delay=timedelta(minutes=20))
    def pull():
        account = Connection.get("reporting")
        env = os.environ | {
            "REPORTING_BASE_URL": account.host,
            "REPORTING_CLIENT_ID": account.login,
            "REPORTING_API_TOKEN": account.password,
            "REPORTING_TIMEZONE": "Europe/Berlin",
        }
        command = ["reporting", "revenue", "--period", "last-90-days", "--strict", "--resume", "-o", "/srv/reports/revenue.csv"]
        code = subprocess.run(command, env=env).returncode
        if code in (6, 9):
            raise RuntimeError(f"exit code {code}: try again later")
        if code != 0:
            raise AirflowFailException(f"exit code {code}")

    pull()


revenue()
