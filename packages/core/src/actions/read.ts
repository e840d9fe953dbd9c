import { coinAmount } from '../chain/amount.js'
import { shortenAddress } from '../chain/display.js'
import type { Family } from '../chain/ids.js'
import { isAddress } from '../chain/writtenAddress.js'
import {
  type AccountChoice,
  accountFor,
  actionsOf,
  familyOf,
  type WalletChoice,
  walletOf,
} from '../connection/reach.js'
import type { Asset, Capabilities, FamilyActions, PaymentRequest, TokenBalance } from '../connector/family.js'
import type { Account } from '../connector/live.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'

/**
 * Reads what an account holds of a network's own coin, in its smallest unit, from the chain.
 *
 * @throws NetworkUndefinedError · NetworkOrAddressUndefinedError · AdapterNotFoundError · AbortedError · ChunkLoadError, and what the chain's nodes throw
 * @example
 * const wei = await nativeBalance(foyer, { networkId: 'eip155:1' })
 */
export async function nativeBalance<F extends Family = Family>(
  foyer: Foyer,
  choice: AccountChoice<F> = {},
): Promise<bigint> {
  const { address, network } = accountFor(foyer, choice)
  const actions = await actionsOf(contextOf(foyer), network.chainNamespace)
  return coinAmount(await actions.nativeBalance({ address, network, signal: choice.signal }))
}

export interface TokenBalancesParameters<F extends Family = Family> extends AccountChoice<F> {
  /** Tokens by their address; all that the operator's server knows by default. What it doesn't list is read from the chain. */
  readonly tokens?: readonly string[] | undefined
}

/**
 * Reads an account's tokens: at the operator's server where the host named one, and what that doesn't list from the chain.
 *
 * @returns without `tokens`, what the server lists; none where there is no server and the chain can't list them
 * @throws NetworkUndefinedError · NetworkOrAddressUndefinedError · ActionUnsupportedError for named tokens where the family can't read them · AbortedError · ChunkLoadError
 * @example
 * const [usdc] = await tokenBalances(foyer, { tokens: ['0xA0b8…'] })
 */
export async function tokenBalances<F extends Family = Family>(
  foyer: Foyer,
  { tokens, ...choice }: TokenBalancesParameters<F> = {},
): Promise<readonly TokenBalance[]> {
  const { address, network } = accountFor(foyer, choice)
  const { signal } = choice
  const { chainNamespace: family } = network
  const actions = await actionsOf(contextOf(foyer), family)
  const isSame = sameAddressOf(actions)
  const context = contextOf(foyer)
  const { listTokens } = await context.queries()
  const listed = context.api || !tokens ? await listTokens({ context, subject: { address, network }, signal }) : []
  if (!tokens) return listed.filter((each) => each.address !== undefined)
  const known = listed.filter((each) => tokens.some((token) => isSame(each.address ?? '', token)))
  const missing = tokens.filter((token) => !known.some((each) => isSame(each.address ?? '', token)))
  if (missing.length === 0) return known
  if (!actions.tokenBalances) throw new ActionUnsupportedError({ action: 'tokenBalances', family })
  return [...known, ...(await actions.tokenBalances({ address, network, tokens: missing, signal }))]
}

/**
 * Reads what the wallet, its account and its network can do: what is false or missing is absent. Never prompts.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · WalletAnswerError · RequestTimeoutError · AbortedError · ChunkLoadError
 * @example
 * const { atomic, transfers } = await capabilities(foyer)
 */
export async function capabilities<F extends Family = Family>(
  foyer: Foyer,
  choice: WalletChoice<F> = {},
): Promise<Capabilities> {
  const { wallet, actions } = await walletOf(foyer, choice)
  return { ...filled(actions), ...(await actions.capabilities?.({ wallet, signal: choice.signal })) }
}

/** Derives the capabilities that follow from the members of a family. */
function filled(actions: FamilyActions): Capabilities {
  return {
    signMessage: actions.signMessage !== undefined,
    signTypedData: actions.signTypedData !== undefined,
    signTransactions: actions.signTransactions !== undefined,
    transfers: actions.sendTransfer ? ['coin'] : [],
    sendCall: actions.sendCall !== undefined,
    replaceTransaction: actions.prepareReplacement !== undefined && actions.replaceTransaction !== undefined,
    revokeApprovals: actions.sendCall !== undefined && actions.revocation !== undefined,
    estimateFee: actions.estimateFee !== undefined,
    tokenBalances: actions.tokenBalances !== undefined,
    verifyMessage: actions.verifyMessage !== undefined,
    sendCalls: actions.sendCalls !== undefined,
    atomic: 'unsupported',
    all: {},
  }
}

/**
 * Lists the holdings of the chosen account, as its wallet reports them. Never prompts.
 *
 * @returns undefined where the wallet lists nothing, or nothing that can be used
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · RequestTimeoutError · AbortedError · ChunkLoadError, and what the wallet throws
 * @example
 * const held = (await walletAssets(foyer)) ?? (await tokenBalances(foyer))
 */
export async function walletAssets<F extends Family = Family>(
  foyer: Foyer,
  choice: WalletChoice<F> = {},
): Promise<readonly TokenBalance[] | undefined> {
  const { wallet, actions } = await walletOf(foyer, choice)
  return actions.walletAssets?.({ wallet, signal: choice.signal })
}

/**
 * The accounts of a connected wallet with their kinds, public keys and paths, as far as the wallet says them. Never prompts.
 *
 * @throws NamespaceNotConfiguredError · WalletAnswerError · AbortedError · ChunkLoadError
 * @example
 * const ordinals = (await readAccounts(foyer, { family: 'bip122' })).find(({ type }) => type === 'ordinal')
 */
export async function readAccounts<F extends Family = Family>(
  foyer: Foyer,
  choice: WalletChoice<F> = {},
): Promise<readonly Account[]> {
  const { wallet, actions } = await walletOf(foyer, choice)
  return actions.readAccounts?.({ wallet, signal: choice.signal }) ?? wallet.accounts
}

/** The address format of a family. */
export interface Addresses {
  /** @returns the form that the kit keeps and shows; undefined for what is no address of the family */
  parse(text: string): string | undefined
  isSame(one: string, other: string): boolean
  /** Short, for a row. */
  show(address: string): string
  /** Is an address that carries a checksum written so that it fails? */
  hasWrongChecksum(address: string): boolean
  /** Is a text written as an address is, but with characters too few or too many? */
  hasWrongLength(text: string): boolean
  /** @returns what a payment link of the family asks for; undefined for what is none */
  parsePaymentLink(text: string): PaymentRequest | undefined
}

/**
 * A family's rules for addresses, for a form that takes one.
 *
 * @throws AdapterNotFoundError · ChunkLoadError
 * @example
 * const { parse } = await addresses(foyer)
 * const to = parse(input.value)
 */
export async function addresses<F extends Family = Family>(
  foyer: Foyer,
  choice: Pick<AccountChoice<F>, 'family' | 'networkId'> = {},
): Promise<Addresses> {
  const family = familyOf(foyer, choice)
  const actions = await actionsOf(contextOf(foyer), family)
  return {
    parse: (text) => {
      const written = text.trim()
      if (actions.parseAddress) return actions.parseAddress(written, choice.networkId)
      return isAddress({ family, address: written }) ? written : undefined
    },
    isSame: sameAddressOf(actions),
    show: (address) => actions.showAddress?.(address) ?? shortenAddress({ address }),
    hasWrongChecksum: (address) => actions.hasWrongChecksum?.(address) ?? false,
    hasWrongLength: (text) => actions.hasWrongLength?.(text) ?? false,
    parsePaymentLink: (text) => actions.parsePaymentLink?.(text.trim()),
  }
}

function sameAddressOf({ isSameAddress }: FamilyActions): (one: string, other: string) => boolean {
  return isSameAddress ?? ((one, other) => one === other)
}

export interface PaymentUriParameters<F extends Family = Family> extends AccountChoice<F> {
  /** The network's own coin by default. */
  readonly asset?: Asset | undefined
  /** In the smallest unit of the asset; left to the payer where it isn't said. */
  readonly amount?: bigint | undefined
  /** Of a token: families whose links count whole tokens, as Solana's do, can't write an amount without them. */
  readonly decimals?: number | undefined
}

/**
 * Builds the text that a wallet scans to pay an account, as the family's wallets understand it: for eip155 as EIP-681 says.
 *
 * @returns undefined where the family has no such form: then the plain address is what it reads
 * @throws NetworkUndefinedError · NetworkOrAddressUndefinedError · AdapterNotFoundError · ChunkLoadError
 * @example
 * await paymentUri(foyer, { amount: 10n ** 18n }) // 'ethereum:0xd8dA…@1?value=1000000000000000000'
 */
export async function paymentUri<F extends Family = Family>(
  foyer: Foyer,
  { asset = { type: 'coin' }, amount, decimals, ...choice }: PaymentUriParameters<F> = {},
): Promise<string | undefined> {
  const { address, network } = accountFor(foyer, choice)
  const actions = await actionsOf(contextOf(foyer), network.chainNamespace)
  return actions.paymentUri?.({ address, network, asset, amount, decimals })
}
