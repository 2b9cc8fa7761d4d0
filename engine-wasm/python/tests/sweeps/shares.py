# A sweep of Vegas Lab. pip install "vegaslab[sweep,pandas]"
import vegaslab as vl

sweep = vl.Sweep.from_link(
    "https://lab.example/#/sweep?scenario=veno-side-by-side&duration_s=12&sweep.kind=sweep&sweep.field=links.0.rate_bps%7Elog%7E1000000%7E7300000%7E4&sweep.seeds=2&sweep.show=flows.0.share&sweep.show=flows.1.mean_rtt_ms&sweep.show=all.fairness&sweep.show=all.goodput_bytes_per_s&sweep.show=all.retransmitted_segments"
)
# Other values, other metrics, more seeds:
# sweep = vl.Sweep(sweep.base, {**sweep.values, "links.pipe.rate_bps": [1000000, 1939877, 3763124, 7300000]}, seeds=1000, metrics=["all.*"])

# Uses all cores, or a Dask cluster: sweep.run("sweep", client=Client(...)).
# If anything ends it, run it again: it goes on from there.
result = sweep.run("sweep")
print(result.to_pandas())
