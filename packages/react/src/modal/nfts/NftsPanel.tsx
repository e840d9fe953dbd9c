import { networkOf } from '@foyer/core'
import { push } from '@foyer/core/view'
import { Button, EmptyState, ImageIcon, LinkButton, part, VisuallyHidden } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { type Nfts, type ShownNft, useFoyerNfts } from '../../headless/nfts.js'
import { Failed, Missing } from '../Failed.js'
import { useModal } from '../modalContext.js'
import { NftTile, NftTileSkeleton } from './NftTile.js'

/** The NFTs of the account: in a tab of Account, or as a view by themselves [S2.2]. */
export function NftsPanel(): ReactNode {
  const { say } = useModal()
  const list = useFoyerNfts()
  const { nfts, spam } = list
  return (
    <Listed
      {...list}
      of="nfts"
      icon={<ImageIcon />}
      count={nfts.length}
      loading={<Loading />}
      spam={spam.length > 0 ? { count: spam.length, list: <Grid label={say('nfts.spam')} nfts={spam} /> } : undefined}
      more={<More {...list} />}
    >
      <Grid label={say('nfts.title')} nfts={nfts} />
    </Listed>
  )
}

export interface ListedProps extends Pick<Nfts, 'status' | 'known' | 'retry'> {
  readonly of: 'nfts' | 'approvals'
  readonly icon: ReactNode
  /** The number of them, beside those that look like spam. */
  readonly count: number
  readonly loading: ReactNode
  readonly spam: SpamProps | undefined
  readonly more?: ReactNode | undefined
  readonly children: ReactNode
}

/** The server's list of an account, which may not be all of it, and may be old. */
export function Listed({ of, icon, count, loading, spam, more, children, ...list }: ListedProps): ReactNode {
  const { say } = useModal()
  const { status, known, retry } = list
  if (status === 'idle' || status === 'loading') return loading
  if (status === 'failed' && count === 0 && !spam) return <Failed message={say(`${of}.failed`)} retry={retry} />
  return (
    <div {...part({ name: of })}>
      {status === 'failed' ? (
        <Missing role="status" partName="stale-note" message={say('nfts.stale')} retry={retry} />
      ) : null}
      {count === 0 ? <None of={of} icon={icon} known={known} /> : children}
      {count > 0 && !known ? (
        <p data-look="dim centred" {...part({ name: 'nfts-note' })}>
          {say(`${of}.mayBeMore`)}
        </p>
      ) : null}
      {more}
      {spam ? <Spam {...spam} /> : null}
    </div>
  )
}

const outlines = ['1', '2', '3', '4', '5', '6']

function Loading(): ReactNode {
  const { say } = useModal()
  return (
    <div {...part({ name: 'nfts', states: { status: 'loading' } })}>
      <div data-look="stack" {...part({ name: 'nft-grid' })}>
        {outlines.map((key) => (
          <NftTileSkeleton key={key} />
        ))}
      </div>
      <p role="status">
        <VisuallyHidden>{say('shell.loading')}</VisuallyHidden>
      </p>
    </div>
  )
}

/** Nothing to be shown: because there is nothing, or because it isn't known. */
function None({ known, of, icon }: Pick<ListedProps, 'known' | 'of' | 'icon'>): ReactNode {
  const { say, state } = useModal()
  const network = networkOf(state)?.name ?? say('shell.unknown')
  const why = known ? 'none' : 'unknown'
  return <EmptyState icon={icon} title={say(`${of}.${why}`)} text={say(`${of}.${why}Why`, { network })} />
}

function Grid({ label, nfts }: { readonly label: string; readonly nfts: readonly ShownNft[] }): ReactNode {
  const { foyer } = useModal()
  return (
    <ul aria-label={label} data-look="stack" {...part({ name: 'nft-grid' })}>
      {nfts.map((each) => (
        <li key={each.key}>
          <NftTile nft={each} onClick={() => push(foyer, { view: 'Nft', nft: each.nft })} />
        </li>
      ))}
    </ul>
  )
}

/** The page that follows. */
function More({ more, loadMore }: Pick<Nfts, 'more' | 'loadMore'>): ReactNode {
  const { say } = useModal()
  if (more === 'none') return null
  return (
    <>
      {more === 'failed' ? (
        <p role="alert" data-look="dim centred" {...part({ name: 'nfts-note' })}>
          {say('nfts.moreFailed')}
        </p>
      ) : null}
      <Button variant="quiet" size="sm" partName="more" busy={more === 'loading'} onClick={loadMore}>
        {say(more === 'failed' ? 'button.tryAgain' : 'nfts.more')}
      </Button>
    </>
  )
}

interface SpamProps {
  readonly count: number
  readonly list: ReactNode
}

/** The items that look like spam, or that the account didn't ask for, shown only on demand. */
function Spam({ count, list }: SpamProps): ReactNode {
  const { say } = useModal()
  const [shown, setShown] = useState(false)
  return (
    <>
      <LinkButton partName="spam" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? say('nfts.hideSpam') : say('nfts.showSpam', { count })}
      </LinkButton>
      {shown ? list : null}
    </>
  )
}
