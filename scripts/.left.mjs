import { readFileSync, existsSync } from 'node:fs'
import { Instrumenter } from '@stryker-mutator/instrumenter'
const [folder, ...sources] = process.argv.slice(2)
const ins = new Instrumenter({ debug() {}, info() {}, isDebugEnabled: () => false, warn() {} })
const read = sources.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
const p = await ins.instrument(read, { plugins: null, ignorers: [], excludedMutations: ['StringLiteral'] })
const L = (n) => existsSync(`${folder}/${n}.jsonl`) ? readFileSync(`${folder}/${n}.jsonl`, 'utf8').split('\n').filter(Boolean).map(JSON.parse) : []
const caught = new Set([...L('caught'), ...L('late')].map((x) => x.id))
const met = new Set(L('met').flatMap(({ hits }) => Object.keys(hits)))
const load = new Set(L('load').flat())
for (const m of p.mutants) {
  if (m.status === 'Ignored' || caught.has(m.id) || (load.has(m.id) && !met.has(m.id))) continue
  const t = readFileSync(m.fileName, 'utf8').split('\n'); const { start, end } = m.location
  const text = start.line === end.line ? t[start.line].slice(start.column, end.column) : [t[start.line].slice(start.column), ...t.slice(start.line + 1, end.line), t[end.line].slice(0, end.column)].join(' ').replace(/\s+/g, ' ')
  console.log(`${m.id} ${m.fileName.split('/').pop()}:${start.line + 1} ${met.has(m.id) ? '' : '(no test) '}${text.slice(0, 90)} → ${m.replacement.replace(/\s+/g, ' ').slice(0, 80)}`)
}
