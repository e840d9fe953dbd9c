import type { AttemptId } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { type DrawnRequest, type DrawnSentence, drawnRequest, type SayDrawn } from '@foyer/core/messages'
import { type Preview, type PreviewedRequest, previewedBy, readPreview } from '@foyer/core/preview'
import type { ShownRequest } from '@foyer/core/words'
import { useCallback, useMemo } from 'react'
import { useKit } from '../kit.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'
import type { Say } from './say.js'
import { unlessPressed } from './unlessPressed.js'

/** The wallet's next request, and whether what is shown still holds. */
export interface ReadPreview extends Preview {
  /** Asks before the wallet is asked: false where it would do something worse by now than was shown, which is shown then. */
  readonly hold: () => Promise<boolean>
}

/**
 * Reads what a wallet is about to be asked for, for the one that shows it: by its data and the chain at once, and with what a simulation says as soon as that is there.
 * While anything is pressed nothing else is shown: the button would move away from under the finger.
 *
 * @param request - the same object for as long as it is about the same
 * @throws ProviderMissingError outside of a provider
 */
export function useReadPreview(request: PreviewedRequest): ReadPreview {
  const { foyer } = useKit()
  const form = useMemo(() => {
    const { hold, ...now } = readPreview(foyer, request)
    return { hold, ...unlessPressed(now, contextOf(foyer)) }
  }, [foyer, request])
  const preview = useObservable(form)
  const hold = useCallback(() => form.hold(preview), [form, preview])
  return { ...preview, hold }
}

/** The request of a host's own call to a wallet, until the visitor has answered. */
export interface AskedPreview {
  /** Undefined where nothing is asked any more. */
  readonly request: PreviewedRequest | undefined
  /** Has the wallet asked for exactly what was shown. */
  readonly approve: () => void
  /** Says no: the page's own call rejects with UserRejectedError, and the wallet is never asked. */
  readonly decline: () => void
}

/**
 * Reads an attempt's next request to a wallet (`features.preview`), and takes the visitor's answer. The attempt's number is in `store.getState().connection.attempts`, at its
 * step `preview`.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { request, approve, decline } = useFoyerPreview({ attemptId })
 */
export function useFoyerPreview({
  attemptId,
}: {
  /** The attempt's number. */
  readonly attemptId: AttemptId
}): AskedPreview {
  const { foyer } = useKit()
  const isAsked = useSelect(({ connection }) =>
    Object.values(connection.attempts).some(
      (attempt) => attempt?.id === attemptId && attempt.step.type === 'preview' && !attempt.end,
    ),
  )
  return useMemo(() => {
    const request = isAsked ? previewedBy(foyer, attemptId) : undefined
    const answered = (approved: boolean) => () => {
      const { queries, report } = contextOf(foyer)
      if (previewedBy(foyer, attemptId))
        queries()
          .then(({ answer }) => answer(foyer, { attemptId, approved }))
          .catch(report)
    }
    return { request, approve: answered(true), decline: answered(false) }
  }, [foyer, attemptId, isAsked])
}

/** A request as it is drawn, in the kit's language. */
export function drawn(
  shown: ShownRequest,
  { say, locale }: { readonly say: Say; readonly locale: string },
): DrawnRequest {
  const sayDrawn: SayDrawn = (name: DrawnSentence, values) => {
    // Which values a sentence needs its family knows, which names both.
    const text: unknown = Reflect.apply(say, undefined, [name, values])
    return String(text)
  }
  return drawnRequest(shown, { say: sayDrawn, locale })
}
