import { replyOf } from '@foyer/core/reply'
import { jsonHeaders, requestOf } from '@foyer/core/request'
import type { Call, CallInput, CallReply } from '@foyer/core/wire'
import { type Outside, type OutsideParameters, outsideOf, type WalletNetwork } from '@foyer/core/words'
import { spokenLanguage } from '../messages/say.js'

const clock = {
  setTimeout(callback: () => void, ms: number) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

export interface AskedApi extends Pick<OutsideParameters, 'address' | 'paid' | 'onLate'> {
  readonly fetch: typeof globalThis.fetch
  readonly network: Pick<WalletNetwork, 'chainId' | 'rpcUrl'>
}

/** Returns the blockchain API's knowledge of a request, asked under this page's own origin. */
export function outsideByApi({ fetch, network: { chainId, rpcUrl }, ...of }: AskedApi): Outside {
  const { origin, searchParams } = new URL(rpcUrl)
  const projectId = searchParams.get('projectId') ?? ''
  async function ask<const Of extends Call>(call: Of, input: CallInput<Of>): Promise<CallReply<Of> | undefined> {
    const { url, ...init } = requestOf(call, { ...input, project: { projectId } })
    const answer = await fetch(new URL(url, origin), { ...init, headers: jsonHeaders, signal: input.signal ?? null })
    const { success, output } = replyOf(call, await answer.text())
    return success ? output : undefined
  }
  return outsideOf({ ...of, ask, clock, chainId, projectId, locale: spokenLanguage() })
}
