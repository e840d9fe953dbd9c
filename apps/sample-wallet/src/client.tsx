import { openWallet } from './openWallet.js'
import { readSettings } from './settings.js'
import { mount } from './views/mount.js'
import './page.css'

const place = document.getElementById('wallet')
if (place) mount({ place, open: () => openWallet({ settings: readSettings(document), window }) })
