import type { ShownRequest, WalletNetwork } from '@foyer/core/words'
import { BaseError } from 'viem'
import type { AskedRequest, FamilyHost, PreparedRequest, RequestFailure } from './family.js'
import { forget, remembering } from './reads.js'
import { assertSize } from './requestSize.js'
import { UnreadableRequestError } from './unreadable.js'
import { withOutside } from './withOutside.js'

/** A request that isn't shown to the visitor, with the failure that the application receives. */
export const refuse = (failure: RequestFailure): PreparedRequest => ({ kind: 'refuse', failure })

/** Parameters that the method doesn't take (JSON-RPC -32602). */
export const unfit = (message = 'The parameters don’t fit the method.'): PreparedRequest =>
  refuse({ code: -32_602, message })

/** An account that the application wasn't granted (EIP-1193 4100). */
export const stranger: PreparedRequest = refuse({ code: 4100, message: 'The account isn’t one of this session.' })

/** The failure that the application receives: viem's short message, because longer ones name the addresses of nodes. */
export function failureOf(error: unknown): RequestFailure {
  const words = error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : ''
  return { code: -32_000, message: words.slice(0, 300) || 'The wallet could not do it.' }
}

/** How a family prepares each method that it grants. */
export type Methods<Context> = Readonly<
  Record<string, (context: Context) => Promise<PreparedRequest> | PreparedRequest>
>

/** Prepares a request by its method. Never throws. */
export async function prepareBy<Context>({
  methods,
  request: { method, params, chainId, peerUrl, addresses },
  host,
  contextOn,
}: {
  readonly methods: Methods<Context>
  readonly request: AskedRequest
  readonly host: FamilyHost
  /** Undefined for a network that isn't the family's. */
  readonly contextOn: (network: WalletNetwork) => Context | undefined
}): Promise<PreparedRequest> {
  const prepare = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!prepare) return refuse({ code: 4200, message: 'The wallet doesn’t have this method.' })
  const there = host.network(chainId)
  const network = there && remembering(there)
  try {
    assertSize(params)
    const context = network && contextOn(network)
    if (!context) return refuse({ code: 4901, message: 'The wallet doesn’t have this network.' })
    const outside = host.outside?.({ network, address: addresses[0] ?? '' }) ?? {}
    const whole = async (prepared: PreparedRequest): Promise<PreparedRequest> => {
      if (prepared.kind !== 'ask') return prepared
      const { recheck, limitTo, describe, instead } = prepared
      const around = (shown: ShownRequest) => withOutside({ shown, network, outside, peerUrl })
      const shown = await around(prepared.shown)
      const anew = () => {
        forget(network)
        outside.forget?.()
      }
      return {
        ...{ ...prepared, shown },
        describe: async () => around(describe ? await describe() : prepared.shown),
        ...(recheck && {
          recheck: async () => {
            anew()
            const again = await recheck()
            return again && whole(again)
          },
        }),
        ...(limitTo && {
          limitTo: async (amount: string) => {
            anew()
            return whole(await limitTo(amount))
          },
        }),
        ...(instead && {
          instead(error: unknown) {
            anew()
            return instead(error)?.then(whole)
          },
        }),
      }
    }
    return await whole(await prepare(context))
  } catch (error) {
    return error instanceof UnreadableRequestError ? unfit(error.message) : refuse(failureOf(error))
  }
}
