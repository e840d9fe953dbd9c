import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useScope } from '../scope.js'
import { usePiece } from '../usePiece.js'
import { useSelect } from '../useSelect.js'
import { LoadNotice } from './LoadNotice.js'

export interface TriggerProps {
  readonly part: 'account-button' | 'connect-button' | 'network-button'
  readonly size?: 'md' | 'sm' | undefined
  readonly busy?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly unsupported?: boolean | undefined
  readonly onPress: () => void
  readonly children: ReactNode
}

/** What every button of the kit has: theme and language, what it opens, the modal fetched ahead, and a way on where it can't be had. */
export function Trigger({ part, size, busy, disabled, unsupported, onPress, children }: TriggerProps): ReactNode {
  const { foyer, modal, prefetch } = useScope()
  const open = useSelect((state) => state.view.open)
  const { mode, variables } = useSelect((state) => state.theme)
  const frame = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [asked, setAsked] = useState(false)
  const failed = usePiece(modal).status === 'failed'
  const { tag, direction } = foyer.options.locale
  const ahead = () => {
    if (prefetch) modal.load()
  }
  const press = () => {
    setAsked(true)
    onPress()
  }

  // By script, after mount: a style attribute in a server's markup is refused by a strict content policy.
  useEffect(() => {
    const style = frame.current?.style
    for (const [name, value] of Object.entries(variables)) style?.setProperty(name, `${value}`)
    return () => {
      for (const name in variables) style?.removeProperty(name)
    }
  }, [variables])

  return (
    <span ref={frame} data-part="foyer" data-theme={mode} lang={tag} dir={direction}>
      <button
        ref={button}
        type="button"
        data-part={part}
        data-size={size}
        data-busy={busy ? '' : undefined}
        data-unsupported={unsupported ? '' : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-busy={busy}
        disabled={disabled}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={press}
      >
        {children}
      </button>
      {asked && failed ? (
        <LoadNotice
          onRetry={() => {
            // The notice goes away with its button; the modal gives focus back to what had it.
            button.current?.focus()
            press()
          }}
        />
      ) : null}
    </span>
  )
}
