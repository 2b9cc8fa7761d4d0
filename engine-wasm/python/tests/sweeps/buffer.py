# A sweep of Vegas Lab. pip install "vegaslab[sweep,pandas]"
import vegaslab as vl

sweep = vl.Sweep.from_link(
    "https://lab.example/#/sweep?scenario=ahn-fig1-vr&seed=5&duration_s=30&sweep.kind=sweep&sweep.field=links.1.queue.limit_bytes%7Elog%7E4096%7E32768%7E6&sweep.presets=reno%7Ecurrent%7Evegas&sweep.seeds=2&sweep.show=flows.0.goodput_bytes_per_s&sweep.show=flows.0.completed_at_s&sweep.show=flows.0.time_to_bytes_s.1048576&sweep.show=links.R1%3ER2.drops&sweep.show=links.R1%3ER2.mean_queue_packets"
)
# Other values, other metrics, more seeds:
# sweep = vl.Sweep(sweep.base, {**sweep.values, "links.R1-R2.queue.limit_bytes": [4096, 6208, 9410, 14263, 21619, 32768]}, seeds=1000, metrics=["all.*"])

# Uses all cores, or a Dask cluster: sweep.run("sweep", client=Client(...)).
# If anything ends it, run it again: it goes on from there.
result = sweep.run("sweep")
print(result.to_pandas())
