import { contextOf, createPiece, type Piece } from '@foyer/core/internal'
import type { Sentences } from '@foyer/core/messages'
import { type ReactNode, useMemo, useState } from 'react'
import { Frame, LoadNotice } from './button/ButtonParts.js'
import { type Scope, useScope } from './button/scope.js'
import { useNeeded } from './piece.js'

/**
 * The modal as a part of the page, where `enableEmbedded` is set: it stands where this component stands, and is open
 * as long as it is there. Without that option it draws nothing, as the provider shows the modal above the page.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example <aside><FoyerModal /></aside>
 */
export function FoyerModal(): ReactNode {
  const { foyer, modal } = useScope()
  const code = useMemo(() => embeddedPiece(foyer, modal), [foyer, modal])
  const embedded = Boolean(foyer.options.enableEmbedded)
  const piece = useNeeded({ piece: code, needed: embedded })
  const [place, setPlace] = useState<HTMLElement | null>(null)
  if (!embedded) return null
  return (
    <div data-part="foyer-modal" ref={setPlace}>
      {piece.status === 'failed' ? (
        <Frame>
          <LoadNotice piece={code} />
        </Frame>
      ) : null}
      {piece.status === 'ready' && place ? (
        <piece.content.EmbeddedModal foyer={foyer} translated={piece.content.translated} container={place} />
      ) : null}
    </div>
  )
}

interface EmbeddedCode extends Pick<typeof import('./modal/EmbeddedModal.js'), 'EmbeddedModal'> {
  readonly translated: Partial<Sentences>
}

/** The modal, and what stands around it in the page, which few pages need: it is in the chunk of the other views. */
function embeddedPiece(foyer: Scope['foyer'], modal: Scope['modal']): Piece<EmbeddedCode> {
  return createPiece({
    chunk: 'modal',
    async load() {
      modal.need()
      const [{ translated }, { EmbeddedModal }] = await Promise.all([
        modal.fetch(),
        import('./modal/views/viewsCode.js'),
      ])
      return { EmbeddedModal, translated }
    },
    report: contextOf(foyer).report,
  })
}
