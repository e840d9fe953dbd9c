import type { GrantedPermission, NonEmpty, SupportedPermission } from '@foyer/core'
import { FoyerError, JsonRpcError, UnsupportedMethodError, WalletCapabilityError } from '@foyer/core/errors'
import * as v from 'valibot'
import { hexIdOf, isUnsupported, requestWallet } from '../connection/walletRequest.js'
import { PermissionUnsupportedError } from '../permission/errors.js'
import type { EvmPermission, GrantedEvmPermission } from '../permission/model.js'
import { type PermissionJson, permissionJson, typeNameOf } from './permissionJson.js'
import { parseGranted, parseSupported } from './readPermissions.js'
import type { WalletAction } from './sign.js'
import { isSameAddress } from './transfers.js'

/** How long a wallet has to list what it grants or has granted; and before it is asked for something, for which nothing holds its prompt up for longer. */
const [listMs, probeMs] = [30_000, 1_500]

interface Question<T> {
  readonly method: string
  readonly params: readonly unknown[] | object
  readonly parse: (answer: unknown) => T | undefined
  readonly expected: string
  readonly timeoutMs?: number | undefined
}

/** @throws UnsupportedMethodError where the wallet doesn't know the method, or its session doesn't grant it: nothing was shown then */
async function ask<T>(
  { wallet: { provider, channel, networkId }, clock, signal }: WalletAction,
  question: Question<T>,
): Promise<T> {
  const { method } = question
  const context = { method }
  if (channel?.takes({ networkId, method }) === false) throw new UnsupportedMethodError({ context })
  try {
    return await requestWallet({ ...question, provider, clock, signal })
  } catch (cause) {
    throw isUnsupported(cause) ? new UnsupportedMethodError({ context, cause }) : cause
  }
}

/** `wallet_getSupportedExecutionPermissions` (ERC-7715). @returns undefined where the wallet doesn't say */
async function readSupported(
  action: WalletAction,
  timeoutMs: number,
): Promise<readonly SupportedPermission[] | undefined> {
  try {
    return await ask(action, {
      method: 'wallet_getSupportedExecutionPermissions',
      params: [],
      parse: parseSupported,
      expected: 'permissions by type',
      timeoutMs,
    })
  } catch (error) {
    if (error instanceof UnsupportedMethodError) return undefined
    throw error
  }
}

/** Returns the permissions that the wallet can grant; none where it doesn't say. */
export async function supportedPermissions(action: WalletAction): Promise<readonly SupportedPermission[]> {
  return (await readSupported(action, listMs)) ?? []
}

/** `wallet_getGrantedExecutionPermissions` (ERC-7715): what the wallet has granted to this page. */
export function grantedPermissions(action: WalletAction): Promise<readonly GrantedEvmPermission[]> {
  return ask(action, {
    method: 'wallet_getGrantedExecutionPermissions',
    params: [],
    parse: parseGranted,
    expected: 'a list of granted permissions',
    timeoutMs: listMs,
  })
}

/**
 * `wallet_requestExecutionPermissions` (ERC-7715), once, for all that is asked for. A wallet that says what it can grant isn't asked for anything else.
 *
 * @throws PermissionUnsupportedError · UnsupportedMethodError · InvalidPermissionError · WalletAnswerError
 */
export async function grantWalletPermissions({
  permissions,
  ...action
}: WalletAction & { readonly permissions: NonEmpty<EvmPermission> }): Promise<readonly GrantedEvmPermission[]> {
  // Without its rules nothing would keep the key from passing it on: what isn't said of that waits for the wallet's word.
  const isBound = permissions.some(({ redeemers }) => redeemers === undefined)
  const supported = await probed(action, isBound ? listMs : probeMs)
  const params = permissions.map((asked) => supportedJson({ asked, action, supported }))
  try {
    return await ask(action, {
      method: 'wallet_requestExecutionPermissions',
      params,
      parse: (answer) => answersTo(params, parseGranted(answer)),
      expected: 'what was granted, of each permission that was asked for',
    })
  } catch (cause) {
    const [first] = params
    // By the capability that EIP-5792 has a number for: ours says by it that a permission of this kind isn't granted as it is asked for.
    if (first && cause instanceof WalletCapabilityError && cause.walletCode === 5700)
      throw new PermissionUnsupportedError({
        ...{ permission: first.permission.type, networkId: action.wallet.networkId, said: saidIn(cause), cause },
      })
    // It says what it can grant, so that it is this that it can't.
    if (first && supported && cause instanceof UnsupportedMethodError)
      throw new PermissionUnsupportedError({
        ...{ permission: first.permission.type, networkId: action.wallet.networkId, cause },
      })
    throw cause
  }
}

/** The words of the wallet's own error. */
function saidIn({ cause }: { readonly cause?: unknown }): string | undefined {
  const { success, output } = v.safeParse(v.object({ message: v.string() }), cause)
  return success ? output.message : undefined
}

/** Reads the permissions that the wallet can grant; undefined where it doesn't answer in time. */
async function probed(action: WalletAction, timeoutMs: number): Promise<readonly SupportedPermission[] | undefined> {
  try {
    return await readSupported(action, timeoutMs)
  } catch (error) {
    if (action.signal?.aborted || !(error instanceof FoyerError)) throw error
    return undefined // the request itself will say what the wallet can grant
  }
}

/** @throws PermissionUnsupportedError · InvalidPermissionError */
function supportedJson({
  asked,
  action: {
    wallet: { account, networkId },
  },
  supported,
}: {
  readonly asked: EvmPermission
  readonly action: WalletAction
  readonly supported: readonly SupportedPermission[] | undefined
}): PermissionJson {
  const permission = typeNameOf(asked.permission)
  const found = supported?.find(({ type, networkIds }) => type === permission && networkIds.includes(networkId))
  if (supported && !found) throw new PermissionUnsupportedError({ permission, networkId })
  const hasRedeemers = found?.rules.includes('redeemer') ?? false
  const json = permissionJson({ asked, account: account.address, networkId, hasRedeemers })
  const missing = found && json.rules.find(({ type }) => !found.rules.includes(type))
  if (missing) throw new PermissionUnsupportedError({ permission, networkId, rule: missing.type })
  return json
}

/** @returns undefined unless each is of the kind that was asked for, of the same account, for the same key, on the same network */
function answersTo(
  asked: readonly PermissionJson[],
  granted: readonly GrantedEvmPermission[] | undefined,
): readonly GrantedEvmPermission[] | undefined {
  if (granted?.length !== asked.length) return undefined
  const isOf = ({ permission, networkId, account, to }: GrantedEvmPermission, index: number) =>
    permission.type !== 'other' &&
    typeNameOf(permission) === asked[index]?.permission.type &&
    hexIdOf(networkId) === asked[index]?.chainId &&
    isSameAddress(account, asked[index]?.from ?? '') &&
    isSameAddress(to, asked[index]?.to ?? '')
  return granted.every(isOf) ? granted : undefined
}

/** `wallet_revokeExecutionPermission` (ERC-7715), with the standard's object, which some wallets want in a list: one that can't read it has shown nothing. */
export async function revokeWalletPermission({
  context: permissionContext,
  ...action
}: WalletAction & Pick<GrantedPermission, 'context'>): Promise<void> {
  const method = 'wallet_revokeExecutionPermission'
  const revoke = (params: object) => ask(action, { method, params, parse: () => method, expected: 'nothing' })
  try {
    await revoke({ permissionContext })
  } catch (error) {
    if (!(error instanceof JsonRpcError) || error.rpcCode !== -32_602) throw error
    await revoke([{ permissionContext }])
  }
}
