import { type ReactNode, useEffect, useState } from 'react'
import { Frame, LoadNotice } from './button/ButtonParts.js'
import { usePiece } from './piece.js'
import { useScope } from './scope.js'

/**
 * The modal as a part of the page, where `enableEmbedded` is set: it stands where this component stands, and is open
 * as long as it is there. Without that option it draws nothing, as the provider shows the modal above the page.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example <aside><FoyerModal /></aside>
 */
export function FoyerModal(): ReactNode {
  const { foyer, modal } = useScope()
  const piece = usePiece(modal)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const embedded = foyer.options.enableEmbedded
  useEffect(() => {
    if (embedded) modal.load()
  }, [embedded, modal])
  if (!embedded) return null
  return (
    <div data-part="foyer-modal" ref={setPlace}>
      {piece.status === 'failed' ? (
        <Frame>
          <LoadNotice onRetry={modal.load} />
        </Frame>
      ) : null}
      {piece.status === 'ready' && place ? (
        <piece.content.EmbeddedModal foyer={foyer} translated={piece.content.translated} container={place} />
      ) : null}
    </div>
  )
}
