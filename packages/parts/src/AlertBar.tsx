import type { ReactNode } from 'react'
import { IconButton } from './IconButton.js'
import { XIcon } from './icons/icons.js'
import { CloseCircleIcon } from './icons/viewIcons.js'
import { motion } from './motion.js'
import { part } from './part.js'
import { useLingering } from './useLingering.js'

export interface AlertBarMessage {
  /** The problem, in a few words. */
  readonly text: string
  /** The remedy. Here and in the details, what stands between backticks is code. */
  readonly remedy?: string | undefined
  /** More of it, in English, as a developer's errors are. */
  readonly details?: readonly string[] | undefined
}

export interface AlertBarProps {
  /** The message that is shown, or nothing; it is one object for as long as it's shown. */
  message: AlertBarMessage | undefined
  closeLabel: string
  onClose: () => void
}

/** A notice for the developer in a place of its own, which stays until it's closed. */
export function AlertBar({ message, closeLabel, onClose }: AlertBarProps): ReactNode {
  const { value, leaving } = useLingering({ value: message, ms: motion.noticeMs })
  return (
    <div role="alert" {...part({ name: 'alert-bar-region' })}>
      {value ? (
        <div data-look="scrolls" {...part({ name: 'alert-bar', states: { leaving } })}>
          <CloseCircleIcon />
          <div data-look="stack-1" {...part({ name: 'alert-bar-text' })}>
            <p {...part({ name: 'alert-bar-message' })}>{value.text}</p>
            {value.remedy ? <p {...part({ name: 'alert-bar-remedy' })}>{withCode(value.remedy)}</p> : null}
            {value.details?.length ? (
              <ul lang="en" dir="ltr" data-look="stack-1" {...part({ name: 'alert-bar-details' })}>
                {value.details.map((detail) => (
                  <li key={detail}>{withCode(detail)}</li>
                ))}
              </ul>
            ) : null}
          </div>
          <IconButton label={closeLabel} icon={<XIcon />} onClick={onClose} />
        </div>
      ) : null}
    </div>
  )
}

/** Code reads from left to right in every language. */
function withCode(text: string): ReactNode {
  const [plain, code, ...rest] = text.split('`')
  if (code === undefined) return plain
  return (
    <>
      {plain}
      <code dir="ltr">{code}</code>
      {withCode(rest.join('`'))}
    </>
  )
}
