"""Runs a sweep on Slurm with Dask, from a login node or a job that may last as long as the sweep.

python slurm_dask.py design.json /shared/out 20

needs: pip install "vegaslab[dask]" dask-jobqueue
"""

import sys

import vegaslab as vl
from dask_jobqueue import SLURMCluster
from distributed import Client


def cluster_of_nodes(cores: int = 32) -> SLURMCluster:
    """Jobs of one node each. Workers end before the job's time is up, and the next job goes on."""
    return SLURMCluster(
        cores=cores,
        processes=cores,
        memory=f"{cores}GB",
        walltime="01:00:00",
        job_name="vegaslab",
        worker_extra_args=["--lifetime", "55m", "--lifetime-stagger", "4m"],
        # Otherwise, the environment of the machine on which it starts decides.
        interface=None,
        python="python",
    )


if __name__ == "__main__":
    design, out, nodes = sys.argv[1:]
    with cluster_of_nodes() as cluster, Client(cluster) as client:
        cluster.scale(jobs=int(nodes))
        result = vl.Sweep.read(design).run(out, client=client)
        print(result, result.failures)
