import type { alert as english } from '../en/alert.js'
import type { Translated } from '../sentences.js'

export const alert: Translated<typeof english> = {
  'alert.invalidOptions': 'Ungültige Optionen',
  'alert.invalidOptionsMore': 'Bitte korrigieren, was `createFoyer` übergeben wird.',
  'alert.networkNotFound': 'Netzwerk nicht gefunden',
  'alert.networkNotFoundMore':
    'Verlangt wurde ein Wechsel zu {network}, das nicht zu den Netzwerken dieses Kits gehört. In `networks` ergänzen.',
  'alert.invalidAppConfiguration': 'Ungültige App-Konfiguration',
  'alert.invalidAppConfigurationMore':
    'Der Ursprung {origin} steht nicht auf der Liste der erlaubten Ursprünge des Projekts. Beim Server, den `api` nennt, ergänzen.',
  'alert.projectIdNotConfigured': 'Projekt-ID nicht konfiguriert',
  'alert.projectIdNotConfiguredMore':
    'Es wurde keine `projectId` angegeben. Beim Server, den `api` nennt, ein Projekt anlegen und dessen ID übergeben.',
  'alert.invalidProjectId': 'Ungültige Projekt-ID',
  'alert.invalidProjectIdMore':
    'Der Server kennt diese Projekt-ID nicht. `projectId` mit dem Projekt beim Server, den `api` nennt, vergleichen.',
  'alert.relayOriginMore':
    'Der Ursprung {origin} steht nicht auf der Liste des Projekts beim Relay {relay}. Dort ergänzen, wo dessen Projekt-ID herkommt.',
  'alert.relayProjectMore':
    'Das Relay {relay} kennt diese Projekt-ID nicht. Eine von dessen Betreiber als `projectId` an `walletConnect` übergeben; oder als `relayUrl` ein eigenes Relay nennen.',
  'alert.relayNoProjectMore':
    'Das Relay {relay} braucht eine Projekt-ID. Eine von dessen Betreiber als `projectId` an `walletConnect` übergeben; oder als `relayUrl` ein eigenes Relay nennen.',
  'alert.sessionExpired': 'Sitzung abgelaufen',
  'alert.sessionExpiredMore':
    'Der Server nimmt das Token noch nicht an. Die Uhr dieses Rechners mit der des Servers vergleichen.',
  'alert.adapterMissing': 'Adapter fehlt',
  'alert.adapterMissingMore':
    'Das Netzwerk {network} ist konfiguriert, aber kein Adapter für die Familie {family}. Einen in `adapters` ergänzen.',
  'alert.dismiss': 'Ausblenden',
}
