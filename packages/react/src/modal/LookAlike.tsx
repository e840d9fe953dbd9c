import { hasLookAlikes, shortenAddress } from '@foyer/core/chain'
import { shownName } from '@foyer/core/wallets'
import { part, Tag, VisuallyHidden, WarningIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from './modalContext.js'

/** The names that a token gives itself. */
interface Named {
  readonly name?: string | undefined
  readonly symbol: string
}

const poses = ({ name = '', symbol }: Named): boolean => hasLookAlikes(symbol) || hasLookAlikes(name)

/** Marks a token in a list whose letters only look like others [F14]. */
export function LookAlike(token: Named): ReactNode {
  const { say } = useModal()
  if (!poses(token)) return null
  return (
    <span title={say('account.lookAlikeWhy')} {...part({ name: 'look-alike' })}>
      {' '}
      <Tag variant="bad">{say('account.lookAlike')}</Tag>
      <VisuallyHidden> {say('account.lookAlikeWhy')}</VisuallyHidden>
    </span>
  )
}

export interface LookAlikeNotesProps {
  /** Those that were chosen. */
  readonly tokens: readonly (Named & { readonly contract?: string | undefined })[]
}

/** Says of each chosen token whose letters only look like others what it may be, before anything is done with it [F14]. */
export function LookAlikeNotes({ tokens }: LookAlikeNotesProps): ReactNode {
  const { say } = useModal()
  return (
    <div role="alert" {...part({ name: 'look-alike-notes' })}>
      {tokens.filter(poses).map(({ symbol, name = '', contract }) => (
        <p key={`${contract} ${symbol}`} data-look="panel" {...part({ name: 'look-alike-note' })}>
          <WarningIcon />
          <span>
            {say('account.lookAlikeNote', { symbol: shownName(symbol) || shownName(name) })}
            {contract === undefined ? null : (
              <>
                {' '}
                <bdi title={contract}>{shortenAddress({ address: contract })}</bdi>
              </>
            )}
          </span>
        </p>
      ))}
    </div>
  )
}
