import type { NetworkId, SupportedPermission } from '@foyer/core'
import { type Hex, isHex } from '@foyer/core/chain'
import * as v from 'valibot'
import { checksummed } from '../address/checksum.js'
import { parseChainId } from '../connection/walletRequest.js'
import type { GrantedEvmPermission, SpendingLimit } from '../permission/model.js'
import { mostUint256 } from './abi.js'

const Data = v.record(v.string(), v.unknown())
const Bytes = v.custom<Hex>((value) => isHex(value) && value.length % 2 === 0)
const Quantity = v.pipe(
  v.string(),
  v.regex(/^0x[\da-fA-F]{1,64}$/),
  v.transform((hex) => BigInt(hex)),
)
const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Address = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/), v.transform(checksummed), v.custom<Hex>(isHex))
const ChainId = v.pipe(
  v.unknown(),
  v.transform(parseChainId),
  v.custom<NetworkId>((networkId) => networkId !== undefined),
)
/** More than a page is ever granted. */
const most = 1_000
const Addresses = v.object({ addresses: v.tupleWithRest([Address], Address) })

/** The fields of a spending permission's limit, by the end of its type's name. */
const limits: Readonly<Record<string, v.GenericSchema<unknown, SpendingLimit>>> = {
  periodic: v.pipe(
    v.object({ periodAmount: Quantity, periodDuration: Whole }),
    v.transform(
      ({ periodAmount: amount, periodDuration: periodSeconds }): SpendingLimit => ({
        ...{ type: 'periodic', amount, periodSeconds },
      }),
    ),
  ),
  stream: v.pipe(
    v.object({ amountPerSecond: Quantity, initialAmount: v.nullish(Quantity), maxAmount: v.nullish(Quantity) }),
    v.transform(
      ({ amountPerSecond: perSecond, initialAmount, maxAmount }): SpendingLimit => ({
        type: 'stream',
        perSecond,
        initial: initialAmount ?? undefined,
        // Wallets write the largest number where there is no end.
        most: maxAmount === mostUint256 ? undefined : (maxAmount ?? undefined),
      }),
    ),
  ),
  allowance: v.pipe(
    v.object({ allowanceAmount: Quantity }),
    v.transform(({ allowanceAmount: amount }): SpendingLimit => ({ type: 'once', amount })),
  ),
}
const Spending = v.object({ tokenAddress: v.nullish(Address), startTime: v.nullish(Whole) })
const Call = v.object({
  address: Address,
  selectors: v.tupleWithRest([Bytes], Bytes),
  arguments: v.nullish(v.pipe(v.array(v.object({ index: Whole, value: Bytes })), v.maxLength(most))),
  valueLimit: v.nullish(Quantity),
  callLimit: v.nullish(Whole),
})

type Permission = GrantedEvmPermission['permission']
interface Written {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Reads a permission; one of another type, or with data that its type doesn't have, stays as the wallet writes it. */
function permissionOf({ type: name, data }: Written): Permission {
  if (name === 'contract-call') {
    const { success, output } = v.safeParse(Call, data)
    if (success) {
      const { address: target, selectors, arguments: bound, valueLimit, callLimit } = output
      const most = { mostValue: valueLimit ?? 0n, count: callLimit ?? undefined }
      return { type: 'call', target, selectors, ...(bound?.length && { bound }), ...most }
    }
  }
  return spendingOf(name, data) ?? { type: 'other', name, data }
}

function spendingOf(name: string, data: Written['data']): Permission | undefined {
  const [, unit, kind = ''] = /^(native|erc20)-token-(periodic|stream|allowance)$/.exec(name) ?? []
  const schema = limits[kind]
  const limit = schema && v.safeParse(schema, data)
  const more = v.safeParse(Spending, data)
  if (!limit?.success || !more.success) return undefined
  const token = unit === 'erc20' ? (more.output.tokenAddress ?? undefined) : undefined
  // A token's permission without its token would read as the coin's.
  if (unit === 'erc20' && !token) return undefined
  return { type: 'spend', token, limit: limit.output, startsAt: more.output.startTime ?? undefined }
}

/** The rules that are read; a wallet's others bind a permission further. One that can't be read spoils it, as without it the permission would seem to be wider. */
const Bounds = v.pipe(
  v.array(v.object({ type: v.string(), data: Data })),
  v.maxLength(most),
  v.transform((rules): unknown => Object.fromEntries(rules.map(({ type, data }) => [type, data]))),
  v.object({
    expiry: v.optional(v.object({ timestamp: Whole })),
    redeemer: v.optional(Addresses),
    payee: v.optional(Addresses),
  }),
)

/** A granted permission, as a wallet answers it (ERC-7715). */
const Granted = v.pipe(
  v.object({
    chainId: ChainId,
    from: Address,
    to: Address,
    permission: v.object({ type: v.string(), data: Data }),
    rules: v.nullish(Bounds),
    context: v.pipe(Bytes, v.minLength(4)),
    dependencies: v.nullish(v.pipe(v.array(v.object({ factory: Address, factoryData: Bytes })), v.maxLength(most))),
    delegationManager: Address,
  }),
  v.transform(
    ({ chainId: networkId, from: account, permission, rules, dependencies, ...granted }): GrantedEvmPermission => ({
      ...granted,
      networkId,
      account,
      permission: permissionOf(permission),
      expiresAt: rules?.expiry?.timestamp,
      redeemers: rules?.redeemer?.addresses,
      payees: rules?.payee?.addresses,
      dependencies: dependencies ?? [],
    }),
  ),
)

/** Reads a list of what was granted; one entry that can't be read spoils it, as a list that lacks something would be believed. @returns undefined for anything else */
export function parseGranted(answer: unknown): readonly GrantedEvmPermission[] | undefined {
  const { success, output } = v.safeParse(v.pipe(v.array(Granted), v.maxLength(most)), answer)
  return success ? output : undefined
}

const SupportedType = v.object({
  chainIds: v.array(v.unknown()),
  ruleTypes: v.nullish(v.array(v.string())),
})

/** Reads what a wallet can grant. A type that can't be read is left out; the others count. @returns undefined for anything else */
export function parseSupported(answer: unknown): readonly SupportedPermission[] | undefined {
  const byType = v.safeParse(Data, answer)
  if (!byType.success) return undefined
  return Object.entries(byType.output).flatMap(([type, value]) => {
    const { success, output } = v.safeParse(SupportedType, value)
    if (!success) return []
    return { type, networkIds: output.chainIds.flatMap((id) => parseChainId(id) ?? []), rules: output.ruleTypes ?? [] }
  })
}
