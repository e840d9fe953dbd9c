import { safeBase } from '@foyer/core/links'
import type { PeerRedirect } from '../session/peer.js'

/**
 * Where a peer says that it lives, if that may be opened: its claimed web address first where that is preferred, else its own scheme. What may
 * not be opened counts as unsaid.
 */
export function peerLink({
  redirect,
  schemes,
  prefersUniversal,
}: {
  readonly redirect: PeerRedirect | undefined
  readonly schemes: ReadonlySet<string>
  readonly prefersUniversal: boolean
}): string | undefined {
  const { native, universal } = redirect ?? {}
  const wanted = prefersUniversal ? [universal, native] : [native, universal]
  return wanted.find((link): link is string => link !== undefined && link !== '' && isSafe({ link, schemes }))
}

function isSafe(wanted: Parameters<typeof safeBase>[0]): boolean {
  try {
    safeBase(wanted)
    return true
  } catch {
    // The answer to the question, not a failure: somebody else's word isn't followed.
    return false
  }
}
