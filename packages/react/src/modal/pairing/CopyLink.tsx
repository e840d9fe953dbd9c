import { CopyIcon, LinkButton } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useCopy } from '../hooks/useCopy.js'
import { useModal } from '../modalContext.js'

export interface CopyLinkProps {
  /** Goes to the clipboard and nowhere else; nothing to copy yet where there is none. */
  readonly uri: string | undefined
}

/** Copies the pairing, for a wallet that takes it pasted. */
export function CopyLink({ uri }: CopyLinkProps): ReactNode {
  const { say } = useModal()
  const copy = useCopy({ copied: 'pairing.copied' })
  return (
    <LinkButton
      partName="copy-link"
      icon={<CopyIcon />}
      disabled={uri === undefined}
      onClick={() => (uri === undefined ? undefined : copy(uri))}
    >
      {say('pairing.copyLink')}
    </LinkButton>
  )
}
