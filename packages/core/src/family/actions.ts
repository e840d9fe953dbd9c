import { shortenAddress } from '../chain/display.js'
import { InvalidHexError } from '../chain/hex.js'
import type { Family } from '../chain/ids.js'
import type { Abortable } from '../connector/abortable.js'
import type { AdapterHost } from '../connector/connector.js'
import type {
  Asset,
  FamilyActions,
  FamilyAddresses,
  FamilyWallet,
  FeeEstimate,
  MinedTransaction,
  ProviderOf,
  SentTransaction,
  Signature,
  Transfer,
  WaitParameters,
  Work,
} from '../connector/family.js'
import { networkOfWallet } from '../connector/familyCode.js'
import type { Account, NonEmpty } from '../connector/live.js'
import { AbortedError } from '../errors/connection.js'
import { InvalidTransferError } from '../errors/feature.js'
import { UnsupportedMethodError, WalletAnswerError } from '../errors/wallet.js'
import type { Network } from '../networks/network.js'
import { untilFound } from '../rpc/index.js'
import type { SignedMessage } from '../siwx/siwx.js'
import type { WalletRequest } from '../words/reader.js'

/** A network's node, and the end of what is asked of it. */
export interface OnNode<Node> extends Abortable {
  readonly node: Node
}

/** Work that is to be sent from an account, unchecked. */
export interface AskedWork<F extends Family, Node> {
  readonly node: Node
  readonly address: string
  readonly work: Work<F>
}

/** A checked payment, on its network. */
export interface Paying<Node, Payment> extends OnNode<Node> {
  readonly payment: Payment
}

/** A payment that a wallet is asked for, by what its provider has for that. */
export interface Sending<F extends Family, Node, Payment, By> extends Paying<Node, Payment> {
  readonly by: By
  readonly wallet: FamilyWallet<F>
}

/** A transaction that is in a block. */
export interface FoundTransaction extends Omit<MinedTransaction, 'hash'> {
  readonly blockNumber: bigint
  /** The number of the newest block, where it is known by then. */
  readonly head?: bigint | undefined
}

/** A lookup of a transaction on a chain. @param Mark - what a family remembers of what was sent: by this it is found */
interface Looking<Node, Mark> extends OnNode<Node> {
  readonly hash: string
  readonly mark: Mark | undefined
  /** Remembers it, for later waits. */
  readonly remember: (mark: Mark) => void
}

/** A family's own part of what its wallets and networks are asked. */
export interface FamilyCode<
  F extends Family,
  Node extends { readonly network: Network },
  Text,
  Signs,
  Sends,
  Payment,
  Mark,
> {
  readonly family: F
  readonly host: Pick<AdapterHost, 'clock'>
  readonly nodeOf: (network: Network) => Node
  readonly addresses: FamilyAddresses & Required<Pick<FamilyAddresses, 'parseAddress'>>
  nativeBalance(of: OnNode<Node> & { readonly address: string }): Promise<bigint>
  readonly signing: {
    /** The provider's method, as errors name it. */
    readonly method: string
    /** @returns undefined for a wallet that lacks it */
    of(provider: ProviderOf<F>): Signs | undefined
    /** @throws for bytes that are no text, in a family that signs text alone */
    read(message: string | Uint8Array): Text
    /** Asks the wallet once. */
    sign(
      of: Abortable & {
        readonly by: Signs
        readonly wallet: FamilyWallet<F>
        readonly address: string
        readonly message: Text
      },
    ): Promise<Signature>
    /** Checks what was signed, where no wallet says that its account is another; and what pages have verified. */
    readonly verify?: ((signed: SignedMessage & Pick<Signature, 'publicKey'>) => Promise<boolean>) | undefined
    /** Refuses accounts that it can't sign for. */
    readonly check?: ((address: string) => void) | undefined
  }
  readonly sending: {
    readonly method: string
    of(provider: ProviderOf<F>, wallet: Pick<FamilyWallet<F>, 'networkId'>): Sends | undefined
    readonly assets: readonly Asset['type'][]
    /** Sends calls of the family's own as well. */
    readonly calls?: boolean | undefined
    /** Checks what is to be sent, before anything is asked. @throws InvalidTransferError */
    paymentOf(of: AskedWork<F, Node>): Payment
    /** Estimates the fee, in the smallest unit. */
    feeOf(
      of: Paying<Node, Payment> & { readonly work: Work<F> },
    ): Promise<Pick<FeeEstimate, 'value' | 'maxAmount'> & Partial<Pick<FeeEstimate, 'most'>>>
    /** Builds the wallet's request, as WalletConnect has it. */
    requestOf(of: Paying<Node, Payment> & { readonly address: string }): WalletRequest | Promise<WalletRequest>
    /** Has the wallet sign or send it, once, after all that the network would refuse it for. */
    send(of: Sending<F, Node, Payment, Sends>): Promise<SentTransaction & { readonly mark?: Mark | undefined }>
    readonly check?: ((address: string) => void) | undefined
  }
  readonly waiting: {
    isHash(text: string): boolean
    /** The polling interval, in milliseconds. */
    readonly everyMs: number
    /** The timeout of waiting for a transaction unless said otherwise, in milliseconds; 3 minutes by default. */
    readonly timeoutMs?: number | undefined
    /** One look at the chain at a time. @throws TransactionDroppedError where no block takes it any more */
    look(
      of: Looking<Node, Mark> & Pick<WaitParameters, 'numbered' | 'onNumbered'>,
    ): () => Promise<FoundTransaction | undefined>
    /** The number of the newest block. */
    headOf?(of: OnNode<Node>): Promise<bigint>
    /** Why a transaction was reverted, in the chain's words. */
    readonly reason?: ((of: Omit<Looking<Node, Mark>, 'remember'>) => Promise<string | undefined>) | undefined
  }
}

/** A family's actions without receipts of its own. */
type FramedActions<F extends Family> = Omit<FamilyActions<F>, 'waitForTransaction'> & {
  waitForTransaction(request: WaitParameters): Promise<MinedTransaction>
}

/** The timeout of waiting for a transaction unless a family says otherwise, in milliseconds. */
const defaultTimeoutMs = 180_000

/**
 * Makes a family's actions of what is its own: what is checked before a wallet is asked, what of a transaction is remembered, and how it is waited for is the same
 * in all families. What a family has beside is spread over it.
 *
 * @example
 * export const createActions = (host: AdapterHost): FamilyActions<'near'> => ({
 *   ...familyActions({ family: 'near', host, nodeOf: createNodes(host), addresses, nativeBalance, signing, sending, waiting }),
 *   provider: createProvider,
 * })
 */
export function familyActions<
  F extends Family,
  Node extends { readonly network: Network },
  Text,
  Signs,
  Sends,
  Payment,
  Mark = never,
>(code: FamilyCode<F, Node, Text, Signs, Sends, Payment, Mark>): FramedActions<F> {
  const { nodeOf, addresses, signing, sending, waiting } = code
  const { parseAddress } = addresses
  const marks = createMarks<Mark>()
  const { verify } = signing
  const { reason } = waiting
  const { requestOf } = sending
  const send = (request: ToSend<F>) => sendWork({ nodeOf, sending, marks }, request)
  return {
    isSameAddress(one, other) {
      const address = parseAddress(one)
      return address !== undefined && address === parseAddress(other)
    },
    showAddress: (address) => shortenAddress({ address }),
    ...addresses,
    nativeBalance: async ({ network, ...of }) => code.nativeBalance({ ...of, node: nodeOf(network) }),
    async estimateFee({ network, address, work, signal }) {
      const node = nodeOf(network)
      const fee = await sending.feeOf({ node, payment: sending.paymentOf({ node, address, work }), work, signal })
      const { decimals, symbol } = network.nativeCurrency
      return { ...fee, most: fee.most ?? fee.value, decimals, symbol }
    },
    waitForTransaction: async ({ network, ...wait }) =>
      untilMined({ ...wait, waiting, clock: code.host.clock, node: nodeOf(network), ...marks.of(wait.hash) }),
    ...(reason && {
      async failureReason({ network, hash, signal }) {
        checkHash(waiting, hash)
        return reason({ hash, signal, node: nodeOf(network), mark: marks.of(hash).mark })
      },
    }),
    signMessage: (request) => signMessage(signing, request),
    sendTransfer: async ({ transfer, ...request }) => send({ ...request, work: { transfer } }),
    ...(sending.calls && { sendCall: async ({ call, ...request }) => send({ ...request, work: { call } }) }),
    ...(requestOf && {
      async walletRequest({ network, address, asked, signal }) {
        if (!('transfer' in asked || (sending.calls && 'call' in asked))) return undefined
        const node = nodeOf(network)
        return requestOf({ node, address, payment: sending.paymentOf({ node, address, work: asked }), signal })
      },
    }),
    ...(verify && {
      verifyMessage: async ({ network, ...signed }) => verify({ ...signed, networkId: network.caipNetworkId }),
    }),
    async capabilities({ wallet }) {
      const sends = sending.of(wallet.provider, wallet) !== undefined
      return {
        signMessage: signing.of(wallet.provider) !== undefined,
        transfers: sends ? sending.assets : [],
        ...(sending.calls && { sendCall: sends }),
      }
    },
  }
}

interface ToSend<F extends Family> extends Abortable {
  readonly wallet: FamilyWallet<F>
  readonly work: Work<F>
}

type SendingCode<F extends Family, Node extends { readonly network: Network }, Sends, Payment, Mark> = Pick<
  FamilyCode<F, Node, never, never, Sends, Payment, Mark>,
  'nodeOf' | 'sending'
>

/** Has a wallet send, after all that the network would refuse it for. What is sent is found again by its mark. */
async function sendWork<F extends Family, Node extends { readonly network: Network }, Sends, Payment, Mark>(
  {
    nodeOf,
    sending,
    marks,
  }: SendingCode<F, Node, Sends, Payment, Mark> & { readonly marks: ReturnType<typeof createMarks<Mark>> },
  { wallet, work, signal }: ToSend<F>,
): Promise<SentTransaction> {
  const { address } = wallet.account
  const node = nodeOf(networkOfWallet(wallet))
  const payment = sending.paymentOf({ node, address, work })
  sending.check?.(address)
  const by = askable(sending.of(wallet.provider, wallet), sending.method, signal)
  const { hash, mark } = await sending.send({ by, wallet, payment, node, signal })
  if (mark !== undefined) marks.remember(hash, mark)
  return { hash }
}

/** Returns the way to ask a wallet, if it may be asked. @throws AbortedError · UnsupportedMethodError */
function askable<By>(by: By | undefined, method: string, signal: AbortSignal | undefined): By {
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  if (by === undefined) throw new UnsupportedMethodError({ context: { method } })
  return by
}

type Signing<F extends Family, Text, Signs> = FamilyCode<F, never, Text, Signs, never, never, never>['signing']

/** @throws WalletAnswerError for a signature that is another account's */
async function signMessage<F extends Family, Text, Signs>(
  { of, method, check, read, sign, verify }: Signing<F, Text, Signs>,
  { wallet, message, signal }: ToSign<F>,
): Promise<Signature> {
  const { address } = wallet.account
  const by = askable(of(wallet.provider), method, signal)
  check?.(address)
  const signed = await sign({ by, wallet, address, message: read(message), signal })
  if (verify && !(await verify({ networkId: wallet.networkId, address, message, ...signed })))
    throw new WalletAnswerError({ method, expected: 'a signature by the account' })
  return signed
}

interface ToSign<F extends Family> extends Abortable {
  readonly wallet: FamilyWallet<F>
  readonly message: string | Uint8Array
}

type Waiting<Node, Mark> = FamilyCode<
  never,
  Node & { readonly network: Network },
  never,
  never,
  never,
  never,
  Mark
>['waiting']

/** @throws InvalidHexError */
function checkHash({ isHash }: { isHash(text: string): boolean }, hash: string): void {
  if (!isHash(hash)) throw new InvalidHexError({ wanted: 'transaction hash' })
}

/** Asks the network until a block has a transaction. A node that fails meanwhile is asked again: what was sent is sent. */
async function untilMined<Node extends { readonly network: Network }, Mark>({
  waiting,
  confirmations = 1,
  timeoutMs = waiting.timeoutMs ?? defaultTimeoutMs,
  clock,
  ...of
}: Omit<WaitParameters, 'network'> &
  Looking<Node, Mark> & { readonly waiting: Waiting<Node, Mark>; readonly clock: AdapterHost['clock'] }) {
  const { hash, node, signal } = of
  checkHash(waiting, hash)
  const lookOnce = waiting.look(of)
  const look = async (): Promise<MinedTransaction | undefined> => {
    const found = await lookOnce()
    if (!found) return undefined
    const { head: known, ...mined } = found
    if (confirmations > 1) {
      const head = known ?? (await waiting.headOf?.({ node, signal })) ?? mined.blockNumber
      if (head - mined.blockNumber + 1n < BigInt(confirmations)) return undefined
    }
    return { hash, ...mined }
  }
  return untilFound({ look, hash, clock, everyMs: waiting.everyMs, timeoutMs, signal })
}

/** So many transactions are remembered. */
const mostMarks = 256

/** Creates the memory of transactions by their hashes; the oldest is forgotten first. */
function createMarks<Mark>() {
  const marks = new Map<string, Mark>()
  const remember = (hash: string, mark: Mark) => {
    marks.delete(hash) // put back as the latest
    marks.set(hash, mark)
    const [oldest] = marks.keys()
    if (oldest !== undefined && marks.size > mostMarks) marks.delete(oldest)
  }
  const of = (hash: string) => ({ mark: marks.get(hash), remember: (mark: Mark) => remember(hash, mark) })
  return { remember, of }
}

/**
 * The transfer that is to be sent, of coins alone and of no more than there can be; its recipient is the caller's to check.
 * @param most - in the smallest unit
 * @throws InvalidTransferError
 */
export function coinTransferOf({ work, most }: { readonly work: Work<never> | Work; readonly most: bigint }): Transfer {
  if (!('transfer' in work) || work.transfer.asset.type !== 'coin') throw new InvalidTransferError({ field: 'asset' })
  const { amount } = work.transfer
  if (amount <= 0n || amount > most) throw new InvalidTransferError({ field: 'amount' })
  return work.transfer
}

/** The wallet's accounts with their keys; the one in use first. @param keyOf - undefined where it isn't known */
export function accountsWithKeys(
  { account, accounts }: Pick<FamilyWallet, 'account' | 'accounts'>,
  keyOf: (account: Account) => string | undefined,
): NonEmpty<Account> {
  const withKey = (each: Account): Account => {
    const publicKey = keyOf(each)
    return publicKey === undefined ? each : { ...each, publicKey }
  }
  return [withKey(account), ...accounts.filter(({ address }) => address !== account.address).map(withKey)]
}
