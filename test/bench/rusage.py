"""Runs a command and prints its time and memory as JSON, for all processes that it starts and waits for.

This is Python because Node reports the resources of its own process only, and /usr/bin/time counts in hundredths of a
second. The peak is that of the largest process, and at least about 10 MB: a child starts as a copy of this process.
"""

import json
import os
import resource
import subprocess
import sys
import time

output = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
started = time.perf_counter()
exit_code = subprocess.call(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=output)
wall = time.perf_counter() - started
used = resource.getrusage(resource.RUSAGE_CHILDREN)
peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(json.dumps({"exitCode": exit_code, "wall": wall, "cpu": used.ru_utime + used.ru_stime, "peakBytes": peak}))
