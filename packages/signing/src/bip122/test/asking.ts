import type { ShownRequest, WalletNetwork } from '@foyer/core/words'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { expect } from 'vitest'
import type { FamilyHost } from '../../family.js'
import { createSeeds } from '../../keyring.js'
import { levelOf } from '../../level.js'
import { sayRequestInEnglish, spokenRequest } from '../../sentences.js'
import { headlineInEnglish } from '../../test/headlineInEnglish.js'
import { createBitcoinAccounts } from '../accounts.js'
import { createBip122 } from '../bip122.js'
import { describeBitcoin } from '../words.js'
import { startTestLedger, type TestLedger } from './ledger.js'

const keyring = { phrase: 'test test test test test test test test test test test junk', count: 1, imported: [] }
const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const seeds = createSeeds()
const family = createBip122(seeds)
const [found] = createBitcoinAccounts(seeds)({ keyring, chainId })
if (!found) throw new Error('The keyring has no account.')

/** The known phrase’s first account, its payment address and that one’s script. */
export const first = found
export const account = first.payment.address
export const mine = first.payment.script
export const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
export const stranger = p2wpkh(
  hexToBytes('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'),
  regtest,
)

/** For tests. A ledger with two outputs of the account’s, and one of its address for ordinals. */
export interface OnLedger {
  readonly ledger: TestLedger
  readonly network: WalletNetwork
}

export async function startLedger(): Promise<OnLedger> {
  const ledger = await startTestLedger()
  const currency = { symbol: 'BTC', decimals: 8 }
  const fund = (digit: string, value: number) => ({
    ...{ txid: digit.repeat(64), vout: 1, value, address: account, script: mine },
  })
  const { address, script } = first.ordinals
  ledger.outputs.push(fund('a', 100_000), fund('b', 50_000), { ...fund('c', 10_000), address, script })
  return { ledger, network: { chainId, name: 'Local', currency, rpcUrl: `${ledger.url}/`, tokens: [] } }
}

/** Describes a request as where it is shown, but not signed. */
export const describedElsewhere = ({ network }: OnLedger, method: string, params: unknown, more: object = {}) => {
  const others = [{ address: first.ordinals.address, type: 'ordinal' }]
  return describeBitcoin({
    method,
    params,
    network,
    others,
    peerUrl: 'https://dapp.example',
    now: BigInt(Math.floor(Date.now() / 1_000)),
    ...more,
  })
}

export const factsOf = ({ facts }: ShownRequest<string>) => facts.map(({ label, value }) => `${label}: ${value}`)

/** Describes a request in English: as the wallet that signs it, and the same where it is only shown. */
export async function askedOn(on: OnLedger, method: string, params: object) {
  const { network } = on
  const host: FamilyHost = {
    networks: () => [network],
    network: () => network,
    addNetwork: async () => {},
    switchNetwork: async () => {},
  }
  const prepared = await family.prepare(
    { method, params, chainId, addresses: [account], peerUrl: 'https://dapp.example' },
    { keyring, host },
  )
  if (prepared.kind !== 'ask') throw new Error(JSON.stringify(prepared))
  // A transfer's fee and inputs are the wallet's own choice.
  if (method === 'signPsbt') expect(await describedElsewhere(on, method, params)).toEqual(prepared.shown)
  const shown = spokenRequest(prepared.shown, sayRequestInEnglish)
  return {
    ...{ level: levelOf(shown), title: shown.title, headline: headlineInEnglish(prepared.shown) },
    ...{ facts: factsOf(shown), warnings: shown.warnings.join(' ') },
  }
}

export interface Spent {
  readonly of: 'a' | 'b' | 'c' | 'theirs'
  /** In satoshi, where the PSBT says otherwise than the ledger. */
  readonly says?: number
  readonly sighash?: number
}

const theirs = (digit: string) => ({ txid: digit.repeat(64), vout: 0, value: 70_000, script: stranger.script })

/** A PSBT of these inputs, each of the ledger's by its digit or of somebody else, and outputs by script. */
export function spendingOn(
  { ledger }: OnLedger,
  inputs: readonly Spent[],
  ...outputs: readonly (readonly [Uint8Array, bigint])[]
) {
  const psbt = new Transaction({ allowUnknownOutputs: true })
  inputs.forEach(({ of, says, sighash }, place) => {
    const output = ledger.outputs.find(({ txid }) => txid.startsWith(of)) ?? theirs(String(place))
    const { txid, vout, script, value } = output
    psbt.addInput({
      txid,
      index: vout,
      witnessUtxo: { script, amount: BigInt(says ?? value) },
      ...(sighash && { sighashType: sighash }),
    })
  })
  for (const [script, amount] of outputs) psbt.addOutput({ script, amount })
  return base64.encode(psbt.toPSBT())
}

export interface Row {
  readonly is: string
  readonly inputs?: readonly Spent[]
  readonly outputs: readonly (readonly [Uint8Array, bigint])[]
  readonly level: string
  readonly title?: string
  readonly headline?: string
  readonly not?: readonly string[]
  readonly facts?: readonly unknown[]
  readonly warnings?: readonly string[]
}

/** Has a row's PSBT signed. */
export async function expectRow(on: OnLedger, row: Row): Promise<void> {
  const {
    inputs = [{ of: 'a' }, { of: 'b' }],
    outputs,
    level,
    title,
    headline,
    facts = [],
    warnings = [],
    not = [],
  } = row
  const signInputs = inputs.flatMap(({ of, sighash }, index) =>
    of === 'theirs' ? [] : [{ address: account, index, ...(sighash && { sighashTypes: [sighash] }) }],
  )
  const said = await askedOn(on, 'signPsbt', { account, psbt: spendingOn(on, inputs, ...outputs), signInputs })
  expect(said.level, said.warnings).toBe(level)
  if (title !== undefined) expect(said.title).toBe(title)
  if (headline !== undefined) expect(said.headline).toBe(headline)
  expect(said.facts).toEqual(expect.arrayContaining([...facts]))
  for (const each of warnings) expect(said.warnings).toContain(each)
  for (const each of not) expect(said.warnings).not.toContain(each)
}
