import { type ReactNode, useEffect } from 'react'
import { Frame } from './button/ButtonParts.js'
import { useScope } from './button/scope.js'
import { useNeeded } from './piece.js'
import { useSelect } from './useSelect.js'

/** The modal above the page: fetched when it first opens or a button is pointed at, and there, closed, from then on, so that a press only opens it. */
export function Overlay(): ReactNode {
  const { foyer, modal } = useScope()
  const {
    open,
    history: [first],
  } = useSelect(({ view }) => view)
  // For who opens it by code: a button asks for it with the press.
  const piece = useNeeded({ piece: modal, needed: open })
  const { status } = piece
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') foyer.close()
    }
    // Nothing can be shown, so nothing is open; the button that was pressed says why.
    if (status === 'failed') foyer.close()
    if (!open || status !== 'loading') return
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [status, open, foyer])
  const { button } = foyer.options.locale
  return (
    <>
      {open && (
        <Frame>
          {/* Its outline until then, and under it while it fades in: the sheet draws it. */}
          <span
            ref={showOutline}
            popover="manual"
            data-part="outline"
            data-title={first.view === 'Connect' ? button['button.connect'] : undefined}
            hidden={status === 'ready'}
          >
            <button type="button" data-part="close" aria-label={button['button.close']} onClick={() => foyer.close()} />
          </span>
        </Frame>
      )}
      {status === 'ready' && <piece.content.Modal foyer={foyer} translated={piece.content.translated} />}
    </>
  )
}

/** Above everything in the page, wherever the provider stands. A modal whose code comes at once isn't delayed by what is laid out for it. */
function showOutline(outline: HTMLElement | null): void {
  setTimeout(() => outline?.isConnected && outline.togglePopover?.(!outline.hidden), 100)
}
