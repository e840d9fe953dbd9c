import { accountOf } from '@foyer/core'
import { type ShownPayTerms, shownPayTerms, watchPayTerms } from '@foyer/core/internal'
import type { CheckedPayRequest, PayTerms } from '@foyer/core/pay'
import { useCallback } from 'react'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'

const unread: PayTerms = { isReady: false }

/** Reads the terms of a payment: in dollars, and for a connected account its balance and the network's fee. */
export function usePayTerms(request: CheckedPayRequest | undefined): ShownPayTerms {
  const { foyer } = useKit()
  const account = useSelect((state) => (request ? accountOf(state, request.family).address : undefined))
  const watch = useCallback(
    (emit: (terms: PayTerms) => void) => watchPayTerms(foyer, { request, account }, emit),
    [foyer, request, account],
  )
  const terms = useWatched({ initial: unread, watch })
  return shownPayTerms({ request, account, terms, locale: foyer.options.locale.tag })
}
