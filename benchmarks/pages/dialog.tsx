import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that a modal can be: what a browser and React need for a dialog with a row in it. */
function Page() {
  const [isOpen, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  return (
    <main>
      <h1>A page</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Connect Wallet
      </button>
      {isOpen ? (
        <dialog ref={dialog}>
          <button type="button" part="close" onClick={() => setOpen(false)}>
            Close
          </button>
          <button type="button" data-wallet="maple">
            Maple
          </button>
        </dialog>
      ) : null}
    </main>
  )
}

const place = document.getElementById('page')
if (place) createRoot(place).render(<Page />)
