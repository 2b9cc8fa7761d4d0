#!/usr/bin/env bash

#SBATCH -J vegaslab
#SBATCH -n 1
#SBATCH --cpus-per-task=32
#SBATCH --mem=30G
#SBATCH -t 01:00:00

python -m distributed.cli.dask_worker tcp://SCHEDULER --name dummy-name --nthreads 1 --memory-limit 0.93GiB --nworkers 32 --nanny --death-timeout 60 --lifetime 55m --lifetime-stagger 4m
