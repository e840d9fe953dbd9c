import type { WalletNetwork } from '@foyer/core/words'
import { deployDelegation, devAccounts, devMnemonic, type StartedChain, startChain } from '@foyer/stack'
import { type Address, concat, createClient, createTestClient, getAddress, http, zeroAddress } from 'viem'
import { getCode, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PreparedRequest, SigningAccount } from '../family.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { type Switching, signSwitching } from '../switching.js'
import { createAccounts } from './accounts.js'
import { codeStanding, prepareSwitchCode, type SwitchCodeParameters, switchedTo } from './switchCode.js'

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())

const keys = createAccounts()({ phrase: devMnemonic, count: 10, imported: [] })
const client = () => createClient({ transport: http(chain.url) })
const node = () => createTestClient({ mode: 'anvil', transport: http(chain.url) })
const other = getAddress('0x00000000000000000000000000000000000f0ae3')
const designator = (of: Address) => concat(['0xef0100', of]).toLowerCase()
const codeOf = (address: Address) => getCode(client(), { address })

/** An account on the chain, and what was signed of it. */
function accountOf(place: number, at: Partial<WalletNetwork> = {}) {
  const [{ address }, key] = [devAccounts[place] ?? devAccounts[0], keys[place]]
  if (!key) throw new Error('There are fewer accounts.')
  const network: WalletNetwork = {
    ...{ chainId: chain.caipNetworkId, name: chain.name, currency: { symbol: 'ETH', decimals: 18 } },
    ...{ rpcUrl: chain.url, tokens: [], delegate, ...at },
  }
  const signed: Switching[] = []
  const account: SigningAccount = {
    address,
    sign: () => Promise.reject(new Error('It is signed by its fields.')),
    signSwitching(switching) {
      signed.push(switching)
      return signSwitching(switching, key.sign)
    },
  }
  const ask = async (to: SwitchCodeParameters['to']) => read(await prepareSwitchCode({ network, account, to }))
  return { address, network, signed, ask, stands: () => codeStanding({ network, address }) }
}

function read(prepared: PreparedRequest | undefined) {
  if (prepared?.kind !== 'ask') throw new Error(JSON.stringify(prepared))
  return { ...prepared, words: spokenRequest(prepared.shown, sayRequestInEnglish) }
}

/** Performs what is sent, and waits for its block: it is sent alone. */
const minedBy = async (perform: () => Promise<unknown>) =>
  waitForTransactionReceipt(client(), { hash: `0x${String(await perform()).slice(2)}`, pollingInterval: 20 })

describe('the code at an account’s address, by its owner’s own act', () => {
  test('is switched on and off: each is said in words, approved by its fields, and read from the chain', async () => {
    const { address, ask, stands, signed } = accountOf(1)
    expect(await stands()).toEqual({ is: 'plain' })
    const on = await ask('own')
    expect([on.words.title, on.words.isDeliberate]).toEqual(['Hand this account to a contract', false])
    expect(on.words.warnings).toEqual([
      'This network’s code for several steps at once is switched on for your address. It stays yours.',
    ])
    await minedBy(on.perform)
    expect([await stands(), await codeOf(address)]).toEqual([{ is: 'switched' }, designator(delegate)])
    const off = await ask('none')
    expect(off.words.title).toBe('Take this account back from a contract')
    expect(off.words.facts).toContainEqual({ label: 'Code until now', value: delegate, isCode: true })
    expect(off.words.facts).toContainEqual({ label: 'Acts for the account', value: 'Nobody any more' })
    expect(off.words.facts.map(({ label }) => label)).toContain('Network')
    expect(off.payloads).toMatchObject([{ delegate: zeroAddress, data: '0x', account: address, chainId: 31_337n }])
    const receipt = await minedBy(off.perform)
    expect([receipt.status, receipt.gasUsed <= 37_000n]).toEqual(['success', true])
    expect([await stands(), await codeOf(address)]).toEqual([{ is: 'plain' }, undefined])
    expect(signed.map((each) => each.delegate)).toEqual([delegate, zeroAddress])
  })

  test('another’s is shown, and replaced by a step of its own or undone, where its owner asks for that', async () => {
    const { address, network, ask, stands } = accountOf(2)
    const put = () => node().setCode({ address, bytecode: concat(['0xef0100', other]) })
    await put()
    expect(await stands()).toEqual({ is: 'foreign', delegate: other.toLowerCase() })
    const replaced = await ask('own')
    expect(replaced.words.facts).toContainEqual({ label: 'Code until now', value: other.toLowerCase(), isCode: true })
    expect(replaced.words.warnings.join()).toContain('Another contract’s code is switched on for your address here.')
    expect(replaced.words.isDeliberate).toBe(true)
    expect(await codeOf(address)).toBe(designator(other))
    await minedBy(replaced.perform)
    expect(await codeOf(address)).toBe(designator(delegate))
    await put()
    const { transactionHash: hash } = await minedBy((await ask('none')).perform)
    expect(await switchedTo({ network, address, hash })).toEqual({ is: 'plain' })
    expect(await codeOf(address)).toBeUndefined()
  })

  test('is asked anew where something else was sent, or the code is another by then; else what was shown holds', async () => {
    const { address, ask } = accountOf(3)
    const shown = await ask('own')
    expect(await shown.recheck?.()).toBeUndefined()
    await node().setNonce({ address, nonce: 7 })
    const again = read(await shown.recheck?.())
    expect(again.words.warnings[0]).toBe('Something else was sent from your address meanwhile. Read this again.')
    await node().setCode({ address, bytecode: concat(['0xef0100', other]) })
    expect(read(await again.recheck?.()).words.isDeliberate).toBe(true)
  })

  test('is nothing on a network without a code of its own, but off', async () => {
    const { address, ask, stands } = accountOf(4, { delegate: undefined })
    await expect(ask('own')).rejects.toThrow('no code')
    await node().setCode({ address, bytecode: concat(['0xef0100', other]) })
    expect(await stands()).toMatchObject({ is: 'foreign' })
    await minedBy((await ask('none')).perform)
    expect(await codeOf(address)).toBeUndefined()
  })

  test('waits for what is pending, and says so; a fee that isn’t there is said', async () => {
    const { address, network, ask } = accountOf(5)
    await node().setAutomine(false)
    try {
      const hash = String(await (await ask('own')).perform())
      // What no block has isn't waited for without end.
      expect(await switchedTo({ network, address, hash, mostMs: 50 })).toBeUndefined()
      const second = await ask('none')
      expect(second.words.warnings.join()).toContain('An earlier transaction of yours is still pending.')
    } finally {
      await node().setAutomine(true)
      await node().mine({ blocks: 1 })
    }
    await node().setBalance({ address, value: 0n })
    expect((await ask('none')).words.warnings.join()).toContain('0 ETH')
  })
})
