import { contextOf } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { useModal } from '../modalContext.js'

/** Copies a text and says whether that worked, where the visitor looks. */
export function useCopy({
  copied,
}: {
  /** What is said where it worked. */
  readonly copied: PlainSentenceKey
}): (text: string) => Promise<void> {
  const { foyer } = useModal()
  const { update, report } = contextOf(foyer)
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      update(() => ({ snackbar: { variant: 'success', message: copied } }))
    } catch (error) {
      // No clipboard here (an insecure page), or the browser didn't allow it.
      report(error)
      update(() => ({ snackbar: { variant: 'error', message: 'account.copyFailed' } }))
    }
  }
}
