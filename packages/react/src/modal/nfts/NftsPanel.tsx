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
  const { status, nfts, spam, known, retry } = list
  if (status === 'idle' || status === 'loading') return <Loading />
  if (status === 'failed' && nfts.length + spam.length === 0)
    return <Failed message={say('nfts.failed')} retry={retry} />
  return (
    <div {...part({ name: 'nfts' })}>
      {status === 'failed' ? <Stale retry={retry} /> : null}
      {nfts.length === 0 ? (
        <None of="nfts" icon={<ImageIcon />} known={known} />
      ) : (
        <Grid label={say('nfts.title')} nfts={nfts} />
      )}
      {nfts.length > 0 && !known ? (
        <p data-look="dim centred" {...part({ name: 'nfts-note' })}>
          {say('nfts.mayBeMore')}
        </p>
      ) : null}
      <More {...list} />
      <Spam count={spam.length}>
        <Grid label={say('nfts.spam')} nfts={spam} />
      </Spam>
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

/** What is shown is what was known before. */
export function Stale({ retry }: Pick<Nfts, 'retry'>): ReactNode {
  const { say } = useModal()
  return <Missing role="status" partName="stale-note" message={say('nfts.stale')} retry={retry} />
}

export interface NoneProps extends Pick<Nfts, 'known'> {
  readonly of: 'nfts' | 'approvals'
  readonly icon: ReactNode
}

/** Nothing to be shown: because there is nothing, or because it isn't known. */
export function None({ known, of, icon }: NoneProps): ReactNode {
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

/** What looks like spam, or what the account didn't ask for, which is shown only to who wants it. */
export function Spam({ count, children }: { readonly count: number; readonly children: ReactNode }): ReactNode {
  const { say } = useModal()
  const [shown, setShown] = useState(false)
  if (count === 0) return null
  return (
    <>
      <LinkButton partName="spam" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? say('nfts.hideSpam') : say('nfts.showSpam', { count })}
      </LinkButton>
      {shown ? children : null}
    </>
  )
}
