import { Snackbar } from '@foyer/parts'
import { type ReactNode, useMemo } from 'react'
import { useObservable } from '../useObservable.js'
import type { ModalScope } from './modalContext.js'
import { createShownSnackbar } from './shownSnackbar.js'

/** The short word to the visitor, beside the card: it covers nothing that could be pressed. */
export function ShownSnackbar({ foyer, say }: Pick<ModalScope, 'foyer' | 'say'>): ReactNode {
  const snackbars = useMemo(() => createShownSnackbar(foyer), [foyer])
  const snackbar = useObservable(snackbars)
  const word = useMemo(() => snackbar && { ...snackbar, text: say(snackbar.message) }, [snackbar, say])
  return <Snackbar message={word} />
}
