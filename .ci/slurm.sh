#!/usr/bin/env bash
# Starts Slurm on this machine with one node, for the test of job arrays: .ci/slurm.sh start <directory>, and then SLURM_CONF is
# <directory>/slurm.conf. .ci/slurm.sh stop <directory> ends what this script has started. Needs root.
set -euo pipefail
action="$1"
directory="$2"
host="$(hostname -s)"

# Ends the daemons, and waits until they have: they write to the directory.
stop() {
  for name in slurmd slurmctld munged; do
    [[ -s "$directory/$name.pid" ]] || continue
    pid="$(<"$directory/$name.pid")"
    kill "$pid" 2>/dev/null || continue
    for _ in $(seq 50); do
      [[ -e "$directory/$name.pid" && -d "/proc/$pid" && "$(cut -d ' ' -f 3 "/proc/$pid/stat" 2>/dev/null)" != Z ]] || break
      sleep 0.1
    done
  done
}

if [[ "$action" == stop ]]; then
  stop
  exit 0
fi

[[ "$(id -u)" == 0 ]] || exit 1
mkdir -p "$directory/state" "$directory/spool"
chmod 755 "$directory"
# munged insists on directories that only its user can change.
install -d -o munge -g munge -m 700 "$directory/munge"
head -c 1024 /dev/urandom >"$directory/munge/key"
chown munge:munge "$directory/munge/key"
chmod 400 "$directory/munge/key"
install -d -o munge -g munge -m 755 /run/munge
if [[ ! -S /run/munge/munge.socket.2 ]]; then
  setpriv --reuid munge --regid munge --clear-groups munged --key-file "$directory/munge/key" \
    --pid-file "$directory/munge/munged.pid" --log-file "$directory/munge/munged.log" --seed-file "$directory/munge/seed"
  cp "$directory/munge/munged.pid" "$directory/munged.pid"
fi

cat >"$directory/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
StateSaveLocation=$directory/state
SlurmdSpoolDir=$directory/spool
SlurmctldPidFile=$directory/slurmctld.pid
SlurmdPidFile=$directory/slurmd.pid
SlurmctldLogFile=$directory/slurmctld.log
SlurmdLogFile=$directory/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=10 State=UP
CONF
export SLURM_CONF="$directory/slurm.conf"
slurmctld
slurmd
for _ in $(seq 60); do
  if [[ "$(sinfo --noheader --format=%t 2>/dev/null)" == idle ]]; then exit 0; fi
  sleep 0.5
done
stop
exit 1
