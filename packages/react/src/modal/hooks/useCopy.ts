import type { Snackbar } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { useState } from 'react'
import { useModal } from '../modalContext.js'

export interface Copying {
  readonly copy: (text: string) => Promise<void>
  /** It was, a moment ago: what was pressed shows it. */
  readonly copied: boolean
}

/** Copies a text and says whether that worked: where the visitor looks, and to those who listen. */
export function useCopy({
  copied,
}: {
  /** The sentence on success. */
  readonly copied: PlainSentenceKey
}): Copying {
  const { foyer, state } = useModal()
  const { update, report } = contextOf(foyer)
  const [shown, setShown] = useState<Snackbar>()
  return {
    copied: shown !== undefined && state.snackbar === shown,
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text)
        const snackbar = { variant: 'success', message: copied, inPlace: true } as const
        setShown(snackbar)
        update(() => ({ snackbar }))
      } catch (error) {
        // No clipboard here (an insecure page), or the browser didn't allow it.
        report(error)
        update(() => ({ snackbar: { variant: 'error', message: 'account.copyFailed' } }))
      }
    },
  }
}
