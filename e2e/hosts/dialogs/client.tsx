import { createFoyer } from '@foyer/core'
import { evm } from '@foyer/evm'
import { writtenSettings } from '@foyer/page/settings'
import { FoyerButton, FoyerProvider } from '@foyer/react'
import '@foyer/react/style.css'
import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './host.css'
import type { HostDialogProps } from './libraries/dialog.js'
import type { DialogSettings, Library } from './settings.js'

type Loaded = Promise<{ readonly default: ComponentType<HostDialogProps> }>

const pages: Readonly<Record<Library, () => Loaded>> = {
  radix: () => import('./libraries/radix.js'),
  mui: () => import('./libraries/mui.js'),
  headlessUi: () => import('./libraries/headlessUi.js'),
  baseUi: () => import('./libraries/baseUi.js'),
  reactAria: () => import('./libraries/reactAria.js'),
  vaul: () => import('./libraries/vaul.js'),
  floatingUi: () => import('./libraries/floatingUi.js'),
  native: () => import('./libraries/native.js'),
  plain: () => import('./libraries/plain.js'),
  lenis: () => import('./libraries/lenis.js'),
}

/** A page whose connect button stands in a dialog of its own. */
function Host({ HostDialog }: { readonly HostDialog: ComponentType<HostDialogProps> }): ReactNode {
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Open a dialog
      </button>
      <HostDialog open={open} onClose={close}>
        <p>Theirs</p>
        <FoyerButton />
      </HostDialog>
    </main>
  )
}

const place = document.getElementById('host')
if (place) {
  const {
    library,
    chain: { id, name, url },
  }: DialogSettings = JSON.parse(writtenSettings(document))
  const foyer = createFoyer({
    projectId: 'foyer-demo',
    networks: [
      {
        id,
        name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [url] } },
      },
    ],
    adapters: [evm()],
    features: { analytics: false },
    metadata: { name: 'A host', description: 'A page for tests.', url: '', icons: [] },
  })
  const { default: HostDialog } = await pages[library]()
  createRoot(place).render(
    <FoyerProvider foyer={foyer}>
      <Host HostDialog={HostDialog} />
    </FoyerProvider>,
  )
}
