#!/usr/bin/env python3
"""samecolumns.py A B: the tables of otf-stat --tsv in A have the rows and values that those of B have in the same
columns; rows of which all that counts is 0 do not matter. What differs is printed. Exit 1 if anything does."""
import sys

KEYS = {'process', 'function', 'group', 'file', 'collective', 'communicator', 'tag', 'path'}


def tables(name):
    out, head = {}, []
    for line in open(name, encoding='utf-8', errors='surrogateescape'):
        fields = line.rstrip('\n').split('\t')
        if fields[0] == 'table':
            head = fields
        elif len(fields) > 1:
            row = dict(zip(head, fields))
            key = (fields[0], *((k, row[k]) for k in head if k in KEYS))
            out[key] = {k: v for k, v in row.items() if k not in KEYS and k != 'table' and not k.endswith('_name')}
    return out


a, b = tables(sys.argv[1]), tables(sys.argv[2])
columns = {key[0]: set(row) for key, row in a.items()}
bad = 0
for key in sorted(set(a) | set(b)):
    if key[0] not in columns:
        continue
    x, y = a.get(key, {}), b.get(key, {})
    for column in sorted(columns[key[0]]):
        if x.get(column, '0') != y.get(column, '0'):
            print(key, column, x.get(column), y.get(column))
            bad = 1
sys.exit(bad if a else 'nothing to compare')
