import type { Abortable, AdapterHost, FamilyActions, FamilyWallet, FeeEstimate, Network } from '@foyer/core'
import { actionsByHost, askWallet, broadcast, readProperty } from '@foyer/core/connector'
import { AccountNotConnectedError } from '@foyer/core/errors'
import { type AskedWork, type FoundTransaction, familyActions, type OnNode, type Sending } from '@foyer/core/family'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { parseAddress } from './address'
import { InvalidSuiAddressError, UnsafeSuiTransactionError, UnsupportedSuiTransferError } from './errors'
import { chainOf, type StandardAccount } from './family'
import { type Feature, featureOf } from './features'
import { type AskNode, Mist, nodeOf } from './node'
import { isAgreed, type SuiTransfer, transferJson } from './transfer'

/** A network by its node. */
interface Node {
  readonly network: Network
  readonly ask: AskNode
}

type Payment = Omit<SuiTransfer, 'budget'>

/** The family's code, once for each kit: what is its own. The rest is what all families do alike (`familyActions`). */
export const actionsOf: (host: AdapterHost) => FamilyActions<'other'> = actionsByHost((host) =>
  familyActions({
    family: 'other',
    host,
    nodeOf: (network): Node => ({ network, ask: nodeOf({ host, network }) }),
    addresses: { parseAddress },
    nativeBalance: balanceOf,
    signing: {
      method: 'sui:signPersonalMessage',
      of: (provider) => featureOf(provider, 'sui:signPersonalMessage'),
      read: (message) => (typeof message === 'string' ? new TextEncoder().encode(message) : message),
      async sign({ by, wallet, message, signal }) {
        const input = { by, wallet, name: 'sui:signPersonalMessage', input: { message }, host, signal } as const
        return { signature: (await signedBy(input)).signature }
      },
      async verify(signed) {
        // The curves, which signing alone doesn't need.
        const { verifySuiMessage } = await import('./suiVerifier')
        return verifySuiMessage(signed)
      },
    },
    sending: {
      method: 'sui:signTransaction',
      of: (provider) => featureOf(provider, 'sui:signTransaction'),
      assets: ['coin'],
      paymentOf,
      async feeOf({ node, payment, signal }) {
        const fee = await feeOf({ node, signal })
        return { ...fee, maxAmount: (await balanceOf({ node, address: payment.from, signal })) - fee.most }
      },
      send: (sending) => send({ ...sending, host }),
    },
    waiting: {
      isHash: (text) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text),
      ...{ everyMs: 500, timeoutMs: 60_000 },
      look: (of) => () => minedOf(of),
    },
  }),
)

/** Checks what is to be sent, before anything is asked. */
function paymentOf({ address: from, work }: AskedWork<'other', Node>): Payment {
  if (!('transfer' in work)) throw new UnsupportedSuiTransferError()
  const { to: recipient, asset, amount } = work.transfer
  const to = parseAddress(recipient)
  if (!to) throw new InvalidSuiAddressError()
  if (asset.type !== 'coin' || amount < 1n || amount >= 2n ** 64n) throw new UnsupportedSuiTransferError()
  return { from, to, amount }
}

const Held = v.object({
  address: v.nullable(v.object({ balance: v.nullable(v.object({ totalBalance: v.nullable(Mist) })) })),
})

async function balanceOf({ node, address, signal }: OnNode<Node> & { readonly address: string }): Promise<bigint> {
  const query = `query ($owner: SuiAddress!) { address(address: $owner) { balance(coinType: "0x2::sui::SUI") { totalBalance } } }`
  const held = await node.ask({ query, variables: { owner: address }, schema: Held, signal })
  return held.address?.balance?.totalBalance ?? 0n
}

/** What a transfer takes: so many units of computation, and what two coins are stored for, beside what is given back for the one that paid. */
const [units, stored, givenBack] = [1000n, 1_976_000n, 978_120n]

async function feeOf({ node, signal }: OnNode<Node>): Promise<Pick<FeeEstimate, 'value' | 'most'>> {
  const query = 'query { epoch { referenceGasPrice } }'
  const schema = v.object({ epoch: v.object({ referenceGasPrice: Mist }) })
  const { epoch } = await node.ask({ query, schema, signal })
  const computed = units * epoch.referenceGasPrice
  return { value: computed + stored - givenBack, most: 2n * (computed + stored) }
}

const Signed = v.object({ bytes: v.string(), signature: v.string() })

interface Signing extends Abortable {
  readonly by: NonNullable<ReturnType<typeof featureOf>>
  readonly wallet: FamilyWallet<'other'>
  readonly name: Extract<Feature, `sui:${string}`>
  readonly input: object
  readonly host: AdapterHost
}

/** Has the wallet sign, once. @throws what wallets say, as errors of the kit */
async function signedBy({ by: sign, wallet, name, input, host: { clock }, signal }: Signing) {
  const { provider, account } = wallet
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

type Sent = Sending<'other', Node, Payment, Signing['by']> & { readonly host: AdapterHost }

async function send({ by, wallet, payment, node, host, signal }: Sent): Promise<{ readonly hash: string }> {
  const { most } = await feeOf({ node, signal })
  const agreed = { ...payment, budget: most }
  const input = { transaction: { toJSON: async () => transferJson(agreed) }, chain: chainOf(wallet.networkId) }
  const { bytes, signature } = await signedBy({ by, wallet, name: 'sui:signTransaction', input, host, signal })
  if (!isAgreed(agreed, base64.decode(bytes))) throw new UnsafeSuiTransactionError()
  const query = `mutation ($bytes: Base64!, $signatures: [Base64!]!) {
    executeTransaction(transactionDataBcs: $bytes, signatures: $signatures) { effects { digest } }
  }`
  // The visitor has signed: what is on its way isn't called off, and is handed over once.
  const { executeTransaction } = await broadcast(() =>
    node.ask({ query, variables: { bytes, signatures: [signature] }, schema: Executed }),
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
  node,
  hash,
  signal,
}: OnNode<Node> & { readonly hash: string }): Promise<FoundTransaction | undefined> {
  const query = `query ($hash: String!) { transaction(digest: $hash) { effects {
    status checkpoint { sequenceNumber } gasEffects { gasSummary { computationCost storageCost storageRebate } }
  } } }`
  const { transaction } = await node.ask({ query, variables: { hash }, schema: Mined, signal })
  if (!transaction?.effects.checkpoint) return undefined
  const { status, checkpoint, gasEffects } = transaction.effects
  const { computationCost, storageCost, storageRebate } = gasEffects.gasSummary
  return {
    status: status === 'SUCCESS' ? 'success' : 'reverted',
    blockNumber: BigInt(checkpoint.sequenceNumber),
    fee: BigInt(computationCost) + BigInt(storageCost) - BigInt(storageRebate),
  }
}
