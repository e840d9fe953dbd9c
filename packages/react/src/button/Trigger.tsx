import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSelect } from '../useSelect.js'
import { Frame, LoadNotice } from './ButtonParts.js'
import { useScope } from './scope.js'

declare global {
  interface Navigator {
    /** The browser's description of the page's connection. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

export interface TriggerProps {
  readonly part: 'account-button' | 'connect-button' | 'network-button' | 'wallet-button'
  readonly size?: 'md' | 'sm' | undefined
  readonly busy?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly unsupported?: boolean | undefined
  readonly onPress: () => void
  /** Stands under the button. */
  readonly notice?: ReactNode
  readonly children: ReactNode
}

/** The base of the kit's buttons: it opens a dialog, fetches the modal ahead, and has a way on where it can't be had. */
export function Trigger({
  part,
  size,
  busy,
  disabled,
  unsupported,
  onPress,
  notice,
  children,
}: TriggerProps): ReactNode {
  const { modal, prefetch } = useScope()
  const open = useSelect((state) => state.view.open)
  const button = useRef<HTMLButtonElement>(null)
  const [pressed, setPressed] = useState(false)
  const ahead = prefetch === 'none' ? undefined : modal.load
  useEffect(() => {
    if (prefetch !== 'visible' || !button.current || !window.IntersectionObserver) return
    // What it watches ends it: a button that left the page is in view no more.
    new IntersectionObserver(([seen]) => {
      // Safari doesn't say when it's idle.
      if (seen?.isIntersecting && !navigator.connection?.saveData)
        (window.requestIdleCallback ?? setTimeout)(modal.load)
    }).observe(button.current)
  }, [modal, prefetch])
  const press = () => {
    setPressed(true)
    // Asked for at once: who only sees the state change waits for React to have drawn the page anew.
    modal.need()
    onPress()
  }
  const retry = () => {
    // The notice goes away with its button; the modal gives focus back to what had it.
    button.current?.focus()
    press()
  }

  return (
    <Frame>
      <button
        ref={button}
        type="button"
        data-part={part}
        data-size={size}
        data-unsupported={unsupported || undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-busy={busy}
        disabled={disabled}
        onPointerEnter={ahead}
        onPointerDown={modal.load}
        onFocus={ahead}
        onClick={press}
      >
        {children}
      </button>
      {pressed && <LoadNotice piece={modal} onRetry={retry} />}
      {notice}
    </Frame>
  )
}
