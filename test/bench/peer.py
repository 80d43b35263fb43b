"""The script that a user would write in Python: peer.py <url> csv|ndjson|json."""

import csv
import gzip
import json
import sys
import urllib.request

url, form = sys.argv[1:]
request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
with urllib.request.urlopen(request) as response:
    body = response.read()
    if response.headers.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
data = json.loads(body)["data"]
del body

out = open(1, "w", encoding="utf-8", newline="")
if form == "csv":
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(data[0].keys())
    writer.writerows(record.values() for record in data)
elif form == "ndjson":
    for record in data:
        out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
else:
    json.dump(data, out, ensure_ascii=False, separators=(",", ":"))
    out.write("\n")
out.close()
