import type { Network } from '@foyer/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFoyer } from '../kit.js'
import { type Piece, useNeeded, usePiece } from '../piece.js'
import { useSelect } from '../useSelect.js'
import { useScope } from './scope.js'

/** The element around a part of the kit in the page: carries the theme, the language and its direction. */
export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const { tag, direction } = useFoyer().options.locale
  const { mode, variables } = useSelect((state) => state.theme)
  const frame = useRef<HTMLSpanElement>(null)
  // By script, after mount: a style attribute in a server's markup is refused by a strict content policy.
  useEffect(() => {
    const style = frame.current?.style
    // A property that is set to nothing is removed.
    const write = (values: Readonly<Record<string, unknown>>) => {
      for (const name in variables) style?.setProperty(name, `${values[name] ?? ''}`)
    }
    write(variables)
    return () => write({})
  }, [variables])
  return (
    <span ref={frame} data-part="foyer" data-theme={mode} lang={tag} dir={direction}>
      {children}
    </span>
  )
}

export interface LoadNoticeProps {
  readonly piece: Piece<unknown>
  /** Fetches the piece unless said. */
  readonly onRetry?: (() => void) | undefined
}

/** Says that a part of the page didn't come, and fetches it again, or with the whole page. */
export function LoadNotice({ piece, onRetry = piece.need }: LoadNoticeProps): ReactNode {
  const state = usePiece(piece)
  const { button } = useFoyer().options.locale
  if (state.status !== 'failed') return null
  return (
    <span role="alert" data-part="load-notice">
      {button['button.notLoaded']}{' '}
      <button type="button" data-part="load-retry" onClick={state.isLost ? () => location.reload() : onRetry}>
        {button[state.isLost ? 'button.reload' : 'button.tryAgain']}
      </button>
    </span>
  )
}

/** A visible label, and the fuller one that assistive technology reads in its place. */
export function ButtonLabel({
  children,
  accessibleName,
}: {
  readonly children: string
  readonly accessibleName: string
}): ReactNode {
  return (
    <>
      <span data-part="button-label" dir="auto" aria-hidden="true">
        {children}
      </span>
      <span data-part="visually-hidden">{accessibleName}</span>
    </>
  )
}

/** A network's picture, which comes with the face of the buttons. */
export function NetworkPicture({ network }: { readonly network: Network }): ReactNode {
  const { face } = useScope()
  const piece = useNeeded({ piece: face, needed: true })
  return piece.status === 'ready' ? <piece.content.NetworkFace network={network} /> : <span data-part="network-image" />
}
