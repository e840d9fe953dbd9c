import type { Database } from '@foyer/service/db/database'
import { devAccounts, type StartedChain, sendUnlocked, startChain } from '@foyer/stack'
import {
  type Address,
  type Client,
  concat,
  createClient,
  createTestClient,
  type Hex,
  http,
  numberToHex,
  size,
} from 'viem'
import { getBalance } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeNode, startFakeNode } from '../chains/test/fakeNode.js'
import { openTestDatabase } from '../test/openApi.js'
import { known, lacking, simulating as simulatingOn } from './test/simulating.js'

const me: Address = devAccounts[3]?.address ?? expect.fail()
const person: Address = devAccounts[4]?.address ?? expect.fail()

let database: Database
let chain: StartedChain
let client: Client
let node: FakeNode | undefined
beforeAll(async () => {
  database = await openTestDatabase()
  chain = await startChain({ id: 31337 })
  client = createClient({ transport: http(chain.url) })
})
afterAll(() => Promise.all([chain?.stop(), database?.close()]))
afterEach(async () => {
  await node?.stop()
  node = undefined
})

/** Really. @returns what it took of the coin beside what was sent */
async function send({ to, value }: { readonly to: Address; readonly value: bigint }): Promise<bigint> {
  const { gasUsed, effectiveGasPrice } = await sendUnlocked({
    client,
    transaction: { from: me, to, value, data: '0x' },
  })
  return gasUsed * effectiveGasPrice
}

const simulating = (url?: string) => simulatingOn({ orm: database.orm, chain, account: me, url })

/** Takes what is sent, and pays ten back where what stands before is true. */
const payer = (condition: Hex): Hex => {
  const then = size(condition) + 4
  return concat([condition, '0x60', numberToHex(then, { size: 1 }), '0x57005b6000600060006000600a335af100'])
}

describe('a contract that behaves otherwise where it is only simulated', () => {
  const trap: Address = '0x0000000000000000000000000000000000C0DE01'
  const placed = async (code: Hex) => {
    await createTestClient({ mode: 'anvil', transport: http(chain.url) }).setCode({ address: trap, bytecode: code })
    await createTestClient({ mode: 'anvil', transport: http(chain.url) }).setBalance({ address: trap, value: 1_000n })
  }

  test.each([
    { name: 'the price is nothing', condition: '0x3a15' },
    { name: 'the base fee is nothing', condition: '0x4815' },
    { name: 'whoever is paid for the block isn’t the one of the last', condition: '0x41' },
    { name: 'the block’s randomness is what nobody’s is', condition: `0x447f${'5a'.repeat(32)}14` },
  ] as const)('it pays where $name: what is said is what really happens, and that it varies', async ({ condition }) => {
    await placed(payer(condition))
    const simulation = known(await simulating()([{ to: trap, value: 5n }]))
    expect(simulation).toMatchObject({ varies: true, changes: [{ kind: 'coin', amount: '-5' }] })
    const before = await getBalance(client, { address: me })
    const fee = await send({ to: trap, value: 5n })
    expect((await getBalance(client, { address: me })) - before + fee).toBe(-5n)
  })

  test('nor by what any node has, where it is seen by the price', async () => {
    await placed(payer('0x3a15'))
    node = await startFakeNode(lacking(() => chain, 'eth_simulateV1'))
    const simulation = known(await simulating(node.url)([{ to: trap, value: 5n }]))
    expect(simulation).toMatchObject({ by: 'eth_call', varies: true, changes: [{ kind: 'coin', amount: '-5' }] })
  })

  test('one that keeps its word doesn’t vary, and what is paid to the network is no part of what goes', async () => {
    await placed(payer('0x6001'))
    const simulate = simulating()
    expect(known(await simulate([{ to: trap, value: 5n }]))).toMatchObject({
      ...{ varies: false, changes: [{ kind: 'coin', amount: '5' }] },
    })
    // Who hasn't what the network takes is told what would come of it all the same.
    const all = await getBalance(client, { address: me })
    expect(known(await simulate([{ to: person, value: all }]))).toMatchObject({
      ...{ varies: false, changes: [{ kind: 'coin', amount: `-${all}` }] },
    })
  })

  test('it fails when it is really sent: that is said, with its reason', async () => {
    // GASPRICE, to the end where there is none; else it reverts.
    await placed('0x3a15600957600080fd5b00')
    const simulation = known(await simulating()([{ to: trap, value: 5n }]))
    expect(simulation).toMatchObject({ varies: true, failed: { index: 0 }, changes: [] })
  })
})
