import type { NetworkId } from '@foyer/core'
import { bigintToHex, type Hex } from '@foyer/core/chain'
import { checksummed } from '../address/checksum.js'
import { hexIdOf } from '../connection/walletRequest.js'
import { InvalidPermissionError } from '../permission/errors.js'
import type { BoundArgument, CallPermission, EvmPermission, SpendingPermission } from '../permission/model.js'
import { mostUint256 } from './abi.js'
import { parseAddress } from './transfers.js'

/** A rule that binds a permission besides, as ERC-7715 writes it. */
interface RuleJson {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A permission as `wallet_requestExecutionPermissions` takes it. */
export interface PermissionJson {
  readonly chainId: string
  readonly from: string
  readonly to: string
  readonly permission: RuleJson & { readonly isAdjustmentAllowed: boolean }
  readonly rules: readonly RuleJson[]
}

/** The names of the types that spend, without what is spent. */
const spendingNames = { periodic: 'periodic', stream: 'stream', once: 'allowance' } as const

/** The name of a permission's type: ERC-7715's, and ours for calls, of which it has none. */
export const typeNameOf = (permission: SpendingPermission | CallPermission): string =>
  permission.type === 'call'
    ? 'contract-call'
    : `${permission.token ? 'erc20' : 'native'}-token-${spendingNames[permission.limit.type]}`

/**
 * Writes a permission as a wallet is asked for it (ERC-7715).
 *
 * @param asked.hasRedeemers - whether the wallet binds it to those who may hand it in
 * @throws InvalidPermissionError
 */
export function permissionJson({
  asked: { permission, to, expiresAt, payees, redeemers, purpose, isAdjustable = false },
  account,
  networkId,
  hasRedeemers,
}: {
  readonly asked: EvmPermission
  readonly account: string
  readonly networkId: NetworkId
  readonly hasRedeemers: boolean
}): PermissionJson {
  const holder = address('to', to)
  const own = redeemers ?? (hasRedeemers ? [to] : 'anyone')
  const data = permission.type === 'call' ? callData(permission) : spendingData(permission)
  return {
    chainId: hexIdOf(networkId),
    from: account,
    to: holder,
    permission: {
      type: typeNameOf(permission),
      isAdjustmentAllowed: isAdjustable,
      data: withoutAbsent({ ...data, justification: purpose }),
    },
    rules: [
      { type: 'expiry', data: { timestamp: endingAt(expiresAt) } },
      ...(own === 'anyone' ? [] : [{ type: 'redeemer', data: { addresses: addresses('redeemers', own) } }]),
      ...(payees ? [{ type: 'payee', data: { addresses: addresses('payees', payees) } }] : []),
    ],
  }
}

function spendingData({ token, limit, startsAt }: SpendingPermission): Readonly<Record<string, unknown>> {
  const common = {
    ...(token ? { tokenAddress: address('token', token) } : {}),
    ...(startsAt === undefined ? {} : { startTime: whole('startsAt', startsAt) }),
  }
  switch (limit.type) {
    case 'periodic': {
      const periodDuration = whole('periodSeconds', limit.periodSeconds)
      return { ...common, periodAmount: quantity('amount', limit.amount), periodDuration }
    }
    case 'stream':
      return {
        ...common,
        amountPerSecond: quantity('perSecond', limit.perSecond),
        initialAmount: limit.initial === undefined ? undefined : quantity('initial', limit.initial, 0n),
        maxAmount: limit.most === undefined ? undefined : quantity('most', limit.most),
      }
    case 'once':
      return { ...common, allowanceAmount: quantity('amount', limit.amount) }
  }
}

function callData({
  target,
  selectors,
  bound = [],
  mostValue = 0n,
  count,
}: CallPermission): Readonly<Record<string, unknown>> {
  if (selectors.length === 0 || selectors.some((selector) => !/^0x[\da-fA-F]{8}$/.test(selector)))
    throw invalid('selectors', 'Pass the first four bytes of each call in hex, such as 0xa9059cbb.')
  return {
    address: address('target', target),
    selectors,
    ...(bound.length > 0 && { arguments: bound.map(boundJson) }),
    valueLimit: quantity('mostValue', mostValue, 0n),
    // Said, as it is no limit: a wallet of this project's takes no missing field for that.
    callLimit: count === undefined ? null : whole('count', count),
  }
}

/** An address stands as a word of the calldata has it. */
export function boundJson({ index, value }: BoundArgument): { readonly index: number; readonly value: Hex } {
  if (!Number.isSafeInteger(index) || index < 0 || index > 31) throw invalid('bound', 'Pass places from 0 to 31.')
  if (!/^0x([\da-fA-F]{40}|[\da-fA-F]{64})$/.test(value))
    throw invalid('bound', 'Pass each value as an address, or as 32 bytes in hex.')
  return { index, value: `0x${value.slice(2).toLowerCase().padStart(64, '0')}` }
}

const withoutAbsent = (data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

const invalid = (field: string, remedy: string) => new InvalidPermissionError({ field, remedy })

/** Wallets read addresses by their checksum. */
function address(field: string, text: string): Hex {
  const parsed = text.startsWith('0x') ? parseAddress(text) : undefined
  if (!parsed) throw invalid(field, 'Pass an address of 40 hex digits after 0x.')
  return parseAddress(checksummed(parsed)) ?? parsed
}

function addresses(field: string, all: readonly string[]): readonly Hex[] {
  if (all.length === 0) throw invalid(field, 'Pass at least one address.')
  return all.map((each) => address(field, each))
}

/** A length or a time in seconds, or a number of calls. */
function whole(field: string, value: number): number {
  if (!Number.isSafeInteger(value) || value <= 0) throw invalid(field, 'Pass a whole number above 0.')
  return value
}

function endingAt(expiresAt: number): number {
  if (!Number.isSafeInteger(expiresAt) || expiresAt <= 0)
    throw invalid(
      'expiresAt',
      'Pass the time at which it ends, in unix seconds: no permission is asked for without an end.',
    )
  return expiresAt
}

function quantity(field: string, value: bigint, least = 1n): Hex {
  if (value < least || value > mostUint256) throw invalid(field, `Pass an amount from ${least} to 2^256 - 1.`)
  return bigintToHex(value)
}
