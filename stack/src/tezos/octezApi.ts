import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import {
  blockHash,
  chainId,
  costPerByte,
  liveBlocks,
  originationSize,
  type TakenOperation,
  type TezosLedger,
} from './ledger.js'
import { TezosRefusal } from './TezosRefusal.js'

const Give = v.object({
  address: v.string(),
  amount: v.pipe(
    v.string(),
    v.regex(/^\d+$/),
    v.transform((text) => BigInt(text)),
  ),
})

/** The protocol's words, as nodes of the day say them. */
const protocol = 'proto.foyer'
const head = '/chains/main/blocks/head'

/** A node of the ledger by the paths of octez that wallets and pages ask, with one of its own (`/local/give`). */
export function createOctezApi(ledger: TezosLedger): Hono {
  const app = new Hono()
  app.use(cors())
  app.onError((error, c) => {
    if (!(error instanceof TezosRefusal)) throw error
    return c.json([{ kind: 'temporary', id: `${protocol}.${error.id}`, msg: error.message }], 500)
  })
  app.post('/local/give', async (c) => {
    ledger.give(v.parse(Give, await c.req.json()))
    return c.json({})
  })
  app.post('/injection/operation', async (c) => c.json(await ledger.accept(v.parse(v.string(), await c.req.json()))))
  reading(app, ledger)
  blocks(app, ledger)
  return app
}

function reading(app: Hono, ledger: TezosLedger): void {
  app.get(`${head}/header`, (c) =>
    c.json({ protocol, chain_id: chainId, hash: blockHash(ledger.level), level: ledger.level }),
  )
  app.get(`${head}/context/constants`, (c) =>
    c.json({
      ...{ cost_per_byte: `${costPerByte}`, origination_size: Number(originationSize) },
      ...{ max_operations_time_to_live: liveBlocks, hard_gas_limit_per_operation: '1040000' },
    }),
  )
  const account = `${head}/context/contracts/:address`
  const accountOf = (c: Context) => ledger.accountOf(c.req.param('address') ?? '')
  app.get(`${account}/balance`, (c) => c.json(`${accountOf(c).balance}`))
  app.get(`${account}/counter`, (c) => c.json(`${accountOf(c).counter}`))
  app.get(`${account}/manager_key`, (c) => c.json(accountOf(c).key))
}

function blocks(app: Hono, ledger: TezosLedger): void {
  const block = '/chains/main/blocks/:level{[0-9]+}'
  const at = (c: Context): TakenOperation | undefined | null => {
    const level = Number(c.req.param('level'))
    return level > ledger.level ? null : ledger.blocks.get(level)
  }
  app.get(`${block}/operation_hashes/3`, (c) => {
    const taken = at(c)
    return taken === null ? c.text('', 404) : c.json(taken ? [taken.hash] : [])
  })
  app.get(`${block}/operations/3/:index{[0-9]+}`, (c) => {
    const taken = at(c)
    if (!taken || c.req.param('index') !== '0') return c.text('', 404)
    const { hash, branch, contents, results } = taken
    return c.json({
      protocol,
      chain_id: chainId,
      hash,
      branch,
      contents: contents.map((each, index) => written(each, results[index])),
    })
  })
}

/** As nodes write a content: amounts are texts, and what was burned is one of the balances that changed. */
function written(
  content: TakenOperation['contents'][number],
  result: TakenOperation['results'][number] | undefined,
): object {
  const texts = Object.entries(content).map(([key, value]) => [key, typeof value === 'bigint' ? `${value}` : value])
  const { status = 'skipped', errors = [], burned = 0n } = result ?? {}
  return {
    ...Object.fromEntries(texts),
    metadata: {
      operation_result: {
        status,
        ...(errors.length > 0 && { errors: errors.map((id) => ({ kind: 'temporary', id: `${protocol}.${id}` })) }),
        ...(burned > 0n && {
          balance_updates: [
            { kind: 'contract', contract: content.source, change: `-${burned}`, origin: 'block' },
            { kind: 'burned', category: 'storage fees', change: `${burned}`, origin: 'block' },
          ],
        }),
      },
    },
  }
}
