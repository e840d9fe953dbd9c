import { listen } from '@foyer/page'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { startSimulator } from './simulator.js'

export interface StartMultiversxParameters {
  /** 0 or nothing: a free one */
  port?: number | undefined
  /** Blocks are made as soon as something is sent, until it is carried out. True unless said. */
  isPrompt?: boolean | undefined
}

export interface MultiversxGift {
  readonly address: string
  readonly amount: bigint
}

/** The local network of MultiversX that answers, and the way to end it. */
export interface StartedMultiversx {
  /** CAIP-2 */
  readonly caipNetworkId: `mvx:${string}`
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Where it answers as a gateway does. */
  readonly url: string
  /** Gives an account coins, beside what it has. */
  fund(gift: MultiversxGift): Promise<void>
  /** Makes so many blocks. */
  pass(blocks: number): Promise<void>
  stop(): Promise<void>
}

const Gift = v.object({ address: v.string(), amount: v.pipe(v.string(), v.digits()) })
const Account = v.object({ data: v.object({ account: v.object({ nonce: v.number(), balance: v.string() }) }) })
const Sent = v.object({ data: v.object({ txHash: v.string() }) })

/**
 * Starts MultiversX's own chain simulator: the node's code, three shards and the one that notarizes them, with signatures checked and fees taken, and no consensus.
 * Blocks come when something is sent. A page may ask it, and `POST /local/give` gives coins.
 * @throws SimulatorMissingError for a machine that it isn't there for
 * @example
 * const multiversx = await startMultiversx()
 * await multiversx.fund({ address: 'erd1…', amount: 10n ** 18n })
 * await multiversx.stop()
 */
export async function startMultiversx({
  port = 0,
  isPrompt = true,
}: StartMultiversxParameters = {}): Promise<StartedMultiversx> {
  const simulator = await startSimulator()
  const post = (path: string, body: string) => fetch(simulator.url + path, { method: 'POST', body })
  const done = async (answer: Response) => {
    if (!answer.ok) throw new Error(await answer.text())
  }
  const fund = async ({ address, amount }: MultiversxGift) => {
    const known = await fetch(`${simulator.url}/address/${address}`)
    const { nonce, balance } = v.parse(Account, await known.json()).data.account
    const state = { address, nonce, balance: `${BigInt(balance) + amount}` }
    await done(await post('/simulator/set-state', JSON.stringify([state])))
  }
  const gateway = new Hono()
  gateway.use(cors())
  gateway.post('/local/give', async (asked) => {
    const { address, amount } = v.parse(Gift, await asked.req.json())
    await fund({ address, amount: BigInt(amount) })
    return asked.json({})
  })
  gateway.post('/transaction/send', async (asked) => {
    const answer = await post('/transaction/send', await asked.req.text())
    const said = await answer.json()
    const sent = v.safeParse(Sent, said)
    if (isPrompt && sent.success)
      await done(await post(`/simulator/generate-blocks-until-transaction-processed/${sent.output.data.txHash}`, ''))
    return Response.json(said, { status: answer.status })
  })
  // What only reads: the simulator's own ways to change it are no gateway's.
  gateway.get('*', async ({ req: { path } }) => {
    const answer = await fetch(simulator.url + path)
    return Response.json(await answer.json(), { status: answer.status })
  })
  const listening = await listen({ fetch: gateway.fetch, port }).catch(async (error: unknown) => {
    await simulator.stop()
    throw error
  })
  return {
    caipNetworkId: 'mvx:chain',
    name: 'Foyer MultiversX',
    nativeCurrency: { name: 'EGLD', symbol: 'EGLD', decimals: 18 },
    url: listening.url,
    fund,
    pass: async (blocks) => done(await post(`/simulator/generate-blocks/${blocks}`, '')),
    async stop() {
      await listening.stop()
      await simulator.stop()
    },
  }
}
