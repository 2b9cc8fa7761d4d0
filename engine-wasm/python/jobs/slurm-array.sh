#!/bin/bash
# Runs a sweep as a Slurm job array, without a scheduler of its own:
#
#     sbatch --array=1-100 slurm-array.sh design.json /shared/out
#
# Each task runs one share of the sweep. Send it again if tasks failed or ran out of time: only what is missing runs.
#SBATCH --job-name=vegaslab
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=500M
#SBATCH --time=01:00:00
# Slurm sends SIGTERM to the script itself (B:) 60 s before the time is up, so that the finished runs are written.
#SBATCH --signal=B:TERM@60

exec vegaslab sweep "$1" --out "$2" \
  --shard "$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))/$SLURM_ARRAY_TASK_COUNT"
