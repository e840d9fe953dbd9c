import * as v from 'valibot'
import type { NamedPaymaster } from '../sponsoring.js'
import type { AskedBatch } from './batchParams.js'

/** More is never said to a paymaster, as JSON. */
const longestContext = 1_500

/** An application's wish that others pay (ERC-7677). Its own paymaster is asked by the wallet's operator, where that doesn't pay itself. */
const PaymasterService = v.object({
  optional: v.optional(v.boolean(), false),
  url: v.optional(v.pipe(v.string(), v.maxLength(1_024))),
  context: v.optional(v.looseObject({ token: v.optional(v.pipe(v.string(), v.maxLength(1_024))) }), {}),
})

/** A wish as it was asked for; undefined where there is none, or one that can't be read. */
export interface Paymaster {
  /** The calls are carried out without it as well. */
  readonly isOptional: boolean
  /** The token that the application's own backend has signed for the calls. */
  readonly token: string | undefined
  /** Undefined where the application names none that can be asked. */
  readonly named: NamedPaymaster | undefined
}

export function paymasterOf({ capabilities }: Pick<AskedBatch, 'capabilities'>): Paymaster | undefined {
  if (!Object.hasOwn(capabilities, paymasterService)) return undefined
  const { success, output } = v.safeParse(PaymasterService, capabilities[paymasterService])
  if (!success) return undefined
  const { optional, url, context } = output
  const said = JSON.stringify(context)
  const isAsked = url !== undefined && said.length <= longestContext
  return { isOptional: optional, token: context.token, named: isAsked ? { url, context: said } : undefined }
}

/** The capability's name (EIP-5792). */
export const paymasterService = 'paymasterService'
