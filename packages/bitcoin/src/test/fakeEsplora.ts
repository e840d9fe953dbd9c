import * as v from 'valibot'
import type { Esplora } from '../esplora/esplora.js'

/** For tests: a ledger that answers to each path as the test says, and keeps what it was asked and given. */
export function fakeEsplora(answers: Readonly<Record<string, unknown>>): {
  readonly esplora: Esplora
  readonly asked: string[]
  readonly broadcasts: string[]
} {
  const asked: string[] = []
  const broadcasts: string[] = []
  const esplora: Esplora = {
    async read({ path, schema }) {
      asked.push(path)
      return v.parse(schema, answers[path])
    },
    async find({ path, schema }) {
      asked.push(path)
      const answer = answers[path] ?? undefined
      return answer === undefined ? undefined : v.parse(schema, answer)
    },
    async broadcast({ hex }) {
      broadcasts.push(hex)
    },
  }
  return { esplora, asked, broadcasts }
}
