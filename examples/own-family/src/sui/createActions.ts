import type { AdapterHost, FamilyActions, FamilyWallet, FeeEstimate, MinedTransaction, Transfer } from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { actionsByHost, askWallet, broadcast, bytesToSign, networkOfWallet, readProperty } from '@foyer/core/connector'
import { AbortedError, AccountNotConnectedError, UnsupportedMethodError } from '@foyer/core/errors'
import { untilFound } from '@foyer/core/rpc'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { parseAddress } from './address'
import { InvalidSuiAddressError, UnsafeSuiTransactionError, UnsupportedSuiTransferError } from './errors'
import { chainOf, type StandardAccount } from './family'
import { type Feature, featureOf } from './features'
import { type AskNode, Mist, nodeOf } from './node'
import { isAgreed, transferJson } from './transfer'

/** The family's code, once for each kit. */
export const actionsOf: (host: AdapterHost) => FamilyActions<'other'> = actionsByHost((host) => ({
  parseAddress,
  isSameAddress: (one, other) => parseAddress(one) === parseAddress(other),
  showAddress: (address) => shortenAddress({ address }),
  nativeBalance: ({ address, network, signal }) => balanceOf({ ask: nodeOf({ host, network }), address, signal }),
  async estimateFee({ address, network, work, signal }) {
    if (!('transfer' in work)) throw new UnsupportedSuiTransferError({ field: 'asset' })
    const ask = nodeOf({ host, network })
    const fee = await feeOf({ ask, signal })
    const { decimals, symbol } = network.nativeCurrency
    return { ...fee, decimals, symbol, maxAmount: (await balanceOf({ ask, address, signal })) - fee.most }
  },
  async signMessage({ wallet, message, signal }) {
    const input = { message: bytesToSign(message) }
    const signed = await signedBy({ wallet, name: 'sui:signPersonalMessage', input, host, signal })
    return { signature: signed.signature }
  },
  sendTransfer: ({ wallet, transfer, signal }) => sendTransfer({ host, wallet, transfer, signal }),
  waitForTransaction: ({ network, hash, timeoutMs = 60_000, signal }) => {
    const ask = nodeOf({ host, network })
    return untilFound({
      look: () => minedOf({ ask, hash, signal }),
      hash,
      clock: host.clock,
      everyMs: 500,
      timeoutMs,
      signal,
    })
  },
  async verifyMessage({ address, message, signature }) {
    // The curves, which signing alone doesn't need.
    const { verifySuiMessage } = await import('./suiVerifier')
    return verifySuiMessage({ address, message, signature })
  },
  capabilities: async ({ wallet: { provider } }) => ({
    signMessage: featureOf(provider, 'sui:signPersonalMessage') !== undefined,
    transfers: featureOf(provider, 'sui:signTransaction') ? ['coin'] : [],
  }),
}))

interface Asking {
  readonly ask: AskNode
  readonly signal?: AbortSignal | undefined
}

const Held = v.object({
  address: v.nullable(v.object({ balance: v.nullable(v.object({ totalBalance: v.nullable(Mist) })) })),
})

async function balanceOf({ ask, address, signal }: Asking & { readonly address: string }): Promise<bigint> {
  const query = `query ($owner: SuiAddress!) { address(address: $owner) { balance(coinType: "0x2::sui::SUI") { totalBalance } } }`
  const held = await ask({ query, variables: { owner: address }, schema: Held, signal })
  return held.address?.balance?.totalBalance ?? 0n
}

/** What a transfer takes: so many units of computation, and what two coins are stored for, beside what is given back for the one that paid. */
const [units, stored, givenBack] = [1000n, 1_976_000n, 978_120n]

async function feeOf({ ask, signal }: Asking): Promise<Pick<FeeEstimate, 'value' | 'most'>> {
  const query = 'query { epoch { referenceGasPrice } }'
  const schema = v.object({ epoch: v.object({ referenceGasPrice: Mist }) })
  const { epoch } = await ask({ query, schema, signal })
  const computed = units * epoch.referenceGasPrice
  return { value: computed + stored - givenBack, most: 2n * (computed + stored) }
}

const Signed = v.object({ bytes: v.string(), signature: v.string() })

/** Has the wallet sign, once. @throws what wallets say, as errors of the kit */
async function signedBy({
  wallet: { provider, account },
  name,
  input,
  host: { clock },
  signal,
}: {
  readonly wallet: FamilyWallet<'other'>
  readonly name: Extract<Feature, `sui:${string}`>
  readonly input: object
  readonly host: AdapterHost
  readonly signal?: AbortSignal | undefined
}): Promise<v.InferOutput<typeof Signed>> {
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const sign = featureOf(provider, name)
  if (!sign) throw new UnsupportedMethodError({ context: { method: name } })
  // Wallets want their own object of the account back.
  const own = provider.accounts.find((each: StandardAccount) => parseAddress(each.address) === account.address)
  if (!own) throw new AccountNotConnectedError({ family: 'other' })
  return askWallet({
    method: name,
    ask: () => sign({ ...input, account: own }),
    parse: (said) => {
      const answer = { bytes: readProperty(said, 'bytes'), signature: readProperty(said, 'signature') }
      return v.is(Signed, answer) ? answer : undefined
    },
    expected: 'bytes and a signature',
    signal,
    clock,
  })
}

const Executed = v.object({ executeTransaction: v.object({ effects: v.object({ digest: v.string() }) }) })

async function sendTransfer({
  host,
  wallet,
  transfer: { to: recipient, asset, amount },
  signal,
}: {
  readonly host: AdapterHost
  readonly wallet: FamilyWallet<'other'>
  readonly transfer: Transfer
  readonly signal?: AbortSignal | undefined
}): Promise<{ readonly hash: string }> {
  const to = parseAddress(recipient)
  if (!to) throw new InvalidSuiAddressError({ field: 'to' })
  // This example sends SUI alone.
  if (asset.type !== 'coin') throw new UnsupportedSuiTransferError({ field: 'asset' })
  if (amount < 1n || amount >= 2n ** 64n) throw new UnsupportedSuiTransferError({ field: 'amount' })
  const ask = nodeOf({ host, network: networkOfWallet(wallet) })
  const { most } = await feeOf({ ask, signal })
  const agreed = { from: wallet.account.address, to, amount, budget: most }
  const input = { transaction: { toJSON: async () => transferJson(agreed) }, chain: chainOf(wallet.networkId) }
  const { bytes, signature } = await signedBy({ wallet, name: 'sui:signTransaction', input, host, signal })
  if (!isAgreed(agreed, base64.decode(bytes))) throw new UnsafeSuiTransactionError()
  const query = `mutation ($bytes: Base64!, $signatures: [Base64!]!) {
    executeTransaction(transactionDataBcs: $bytes, signatures: $signatures) { effects { digest } }
  }`
  // The visitor has signed: what is on its way isn't called off, and is handed over once.
  const { executeTransaction } = await broadcast(() =>
    ask({ query, variables: { bytes, signatures: [signature] }, schema: Executed }),
  )
  return { hash: executeTransaction.effects.digest }
}

const Mined = v.object({
  transaction: v.nullable(
    v.object({
      effects: v.object({
        status: v.picklist(['SUCCESS', 'FAILURE']),
        checkpoint: v.nullable(v.object({ sequenceNumber: v.number() })),
        gasEffects: v.object({
          gasSummary: v.object({ computationCost: v.number(), storageCost: v.number(), storageRebate: v.number() }),
        }),
      }),
    }),
  ),
})

/** One look at the chain. @returns undefined while it is in no checkpoint */
async function minedOf({
  ask,
  hash,
  signal,
}: Asking & { readonly hash: string }): Promise<MinedTransaction | undefined> {
  const query = `query ($hash: String!) { transaction(digest: $hash) { effects {
    status checkpoint { sequenceNumber } gasEffects { gasSummary { computationCost storageCost storageRebate } }
  } } }`
  const { transaction } = await ask({ query, variables: { hash }, schema: Mined, signal })
  if (!transaction?.effects.checkpoint) return undefined
  const { status, checkpoint, gasEffects } = transaction.effects
  const { computationCost, storageCost, storageRebate } = gasEffects.gasSummary
  return {
    hash,
    status: status === 'SUCCESS' ? 'success' : 'reverted',
    blockNumber: BigInt(checkpoint.sequenceNumber),
    fee: BigInt(computationCost) + BigInt(storageCost) - BigInt(storageRebate),
  }
}
