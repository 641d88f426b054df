import { copyFileSync, mkdirSync } from 'node:fs';

mkdirSync('data/pending', { recursive: true });
copyFileSync('data/orders.jsonl', 'data/pending/orders.snapshot');
console.log('snapshot of data/orders.jsonl is pending: data/pending/orders.snapshot');
