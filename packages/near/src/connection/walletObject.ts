import type { AdapterHost, NetworkId } from '@foyer/core'
import { type AskObjectParameters, askObject, readProperty } from '@foyer/core/connector'
import { ChainNotSupportedError, UnsupportedMethodError, WalletAnswerError } from '@foyer/core/errors'
import { eachReadable, ifReadable } from '@foyer/core/lenient'
import * as v from 'valibot'
import { readAddress } from '../addresses/address.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import { UnsafeNearTransactionError } from '../errors.js'
import type { NearAccount, NearMessage, NearProvider, NearSent } from '../family.js'
import { keyIn, signatureIn } from '../wire/keys.js'
import { SignedMessage, WireAccount } from '../wire/methods.js'

interface On {
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}

/** A wallet in the page, asked by its own methods; what it answers is parsed. */
export interface WalletObject {
  /** Asks the visitor. @throws ChainNotSupportedError for a network that it says it isn't for, before it is asked */
  signIn(on: On): Promise<readonly NearAccount[]>
  /** Those that it shows this page: none where it shows none. Never prompts. */
  accounts(on: On): Promise<readonly NearAccount[]>
  signOut(on: On & { readonly timeoutMs: number }): Promise<unknown>
  signMessage(
    on: On & NearMessage & { readonly accountId: string },
  ): ReturnType<NonNullable<NearProvider['signMessage']>>
  send(
    on: On & { readonly accountId: string; readonly receiverId: string; readonly deposit: bigint },
  ): Promise<NearSent>
}

/** The transaction that it has sent: what became of it is asked of the chain. */
const Outcome = v.object({
  transaction: v.object({
    hash: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
    signer_id: v.string(),
    receiver_id: v.string(),
    nonce: ifReadable(v.number()),
    actions: ifReadable(v.array(v.unknown())),
  }),
})
const Deposit = v.tuple([v.object({ Transfer: v.object({ deposit: v.string() }) })])

/** The network's name among NEAR's: the reference of CAIP-2. */
const nameOf = (networkId: NetworkId): string => networkId.slice('near:'.length)

export function createWalletObject({
  found: { source, kind },
  host: { clock },
}: {
  readonly found: Pick<FoundWallet, 'source' | 'kind'>
  readonly host: Pick<AdapterHost, 'clock'>
}): WalletObject {
  const ask = <T>(asked: Omit<AskObjectParameters<T>, 'source' | 'clock'>) => askObject({ ...asked, source, clock })
  const accountsOn = (networkId: NetworkId, least: number) =>
    v.pipe(
      v.unknown(),
      v.transform((said) => (kind === 'connect' ? said : listed(said))),
      eachReadable(
        v.pipe(
          WireAccount,
          v.check(({ accountId }) => readAddress(accountId, networkId) !== undefined),
        ),
        1000,
      ),
      v.minLength(least),
    )
  const expected = 'accounts of the network'
  /** Older ones act on the network that they are on themselves. @throws ChainNotSupportedError where that is another */
  const stayOn = (networkId: NetworkId) => {
    const own = kind === 'window' ? readProperty(readProperty(source(), 'network'), 'networkId') : undefined
    if (typeof own === 'string' && own !== nameOf(networkId)) throw new ChainNotSupportedError({ networkId })
  }
  return {
    async signIn({ networkId, signal }) {
      stayOn(networkId)
      const network = nameOf(networkId)
      const features = readProperty(readProperty(source(), 'manifest'), 'features')
      if (readProperty(features, network) === false) throw new ChainNotSupportedError({ networkId })
      const [method, args] =
        kind === 'connect' ? ['signIn', [{ network }]] : ['requestSignIn', [{ contractId: '', methodNames: [] }]]
      return ask({ method, args, schema: accountsOn(networkId, 1), expected, signal })
    },
    async accounts({ networkId, signal }) {
      const [method, args] =
        kind === 'connect' ? ['getAccounts', [{ network: nameOf(networkId) }]] : ['getAccountId', []]
      return ask({ method, args, schema: accountsOn(networkId, 0), expected, signal })
    },
    signOut: ({ networkId, timeoutMs }) =>
      ask({
        ...{ method: 'signOut', schema: v.unknown(), expected: 'nothing', timeoutMs },
        args: kind === 'connect' ? [{ network: nameOf(networkId) }] : [],
      }),
    async signMessage({ networkId, accountId, message, nonce, recipient, signal }) {
      stayOn(networkId)
      const [method, wanted] = ['signMessage', 'the account, its key and a signature'] as const
      const args = [{ message, nonce, recipient, network: nameOf(networkId), signerId: accountId }]
      const answer = await ask({ method, args, schema: SignedMessage, expected: wanted, signal })
      const signature = signatureIn(answer.signature)
      if (answer.accountId !== accountId || !signature || !keyIn(answer.publicKey))
        throw new WalletAnswerError({ method, expected: wanted })
      return { publicKey: answer.publicKey, signature }
    },
    async send({ networkId, accountId, receiverId, deposit, signal }) {
      stayOn(networkId)
      const method = 'signAndSendTransaction'
      if (typeof readProperty(source(), method) !== 'function')
        throw new UnsupportedMethodError({ context: { method } })
      const actions = [{ type: 'Transfer', params: { deposit: `${deposit}` } }]
      const args = [{ network: nameOf(networkId), signerId: accountId, receiverId, actions }]
      const { transaction } = await ask({ method, args, schema: Outcome, expected: 'the outcome', signal })
      const { hash, nonce, signer_id, receiver_id } = transaction
      const said = v.safeParse(Deposit, transaction.actions)
      const isOther = said.success && said.output[0].Transfer.deposit !== `${deposit}`
      if (signer_id !== accountId || receiver_id !== receiverId || isOther)
        throw new UnsafeNearTransactionError({ fault: 'sent', hash })
      return { hash, nonce }
    },
  }
}

/** Lists the one account of older wallets, which return its name, or it. */
function listed(said: unknown): readonly unknown[] {
  if (!said) return []
  return [typeof said === 'string' ? { accountId: said } : said]
}
