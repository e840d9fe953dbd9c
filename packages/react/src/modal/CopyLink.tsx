import type { PlainSentenceKey } from '@foyer/core/messages'
import { CopyIcon, LinkButton } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useCopy } from './hooks/useCopy.js'

export interface CopyLinkProps {
  /** Nothing to copy yet where there is none. */
  readonly text: string | undefined
  readonly label: string
  /** The sentence on success. */
  readonly copied: PlainSentenceKey
  readonly partName: string
}

/** Copies what is shown beside it. */
export function CopyLink({ text, label, copied: words, partName }: CopyLinkProps): ReactNode {
  const { copy, copied } = useCopy({ copied: words })
  return (
    <LinkButton
      partName={partName}
      icon={<CopyIcon done={copied} />}
      disabled={text === undefined}
      onClick={() => (text === undefined ? undefined : copy(text))}
    >
      {label}
    </LinkButton>
  )
}
