import { type ReactNode, useRef } from 'react'
import { Frame, LoadNotice } from './ButtonParts.js'
import { usePress } from './usePress.js'

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

/** What every button of the kit has: that it opens a dialog, the modal fetched ahead, and a way on where it can't be had. */
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
  const button = useRef<HTMLButtonElement>(null)
  const { failed, props } = usePress({ busy, onPress })

  return (
    <Frame>
      <button
        {...props}
        ref={button}
        data-part={part}
        data-size={size}
        data-busy={busy ? '' : undefined}
        data-unsupported={unsupported ? '' : undefined}
        disabled={disabled}
      >
        {children}
      </button>
      {failed ? (
        <LoadNotice
          onRetry={() => {
            // The notice goes away with its button; the modal gives focus back to what had it.
            button.current?.focus()
            props.onClick()
          }}
        />
      ) : (
        notice
      )}
    </Frame>
  )
}
