import type { network as english } from '../en/network.js'
import type { Translated } from '../sentences.js'

export const network: Translated<typeof english> = {
  'network.search': 'Netzwerk suchen',
  'network.none': 'Kein Netzwerk heißt so',
  'network.clearSearch': 'Suche leeren',
  'network.notInWallet': 'Ihre Wallet kann dieses Netzwerk nicht nutzen',
  'network.walletMayLack': 'Ihre Wallet bietet vielleicht nicht jedes dieser Netzwerke.',
  'network.whatIsANetwork': 'Was ist ein Netzwerk?',
  'network.approve': 'In Wallet bestätigen',
  'network.approveWhere': 'In der Wallet bestätigen, dass sie zu {name} wechselt.',
  'network.silent': 'Nichts geöffnet? Die Wallet öffnen und die Anfrage suchen, oder es erneut versuchen.',
  'network.adding': 'Netzwerk in der Wallet hinzufügen',
  'network.addingWhy': 'Ihre Wallet kennt {name} noch nicht. Dort bestätigen, dass es hinzugefügt wird.',
  'network.declined': 'Wechsel abgelehnt',
  'network.declinedWhy': 'Die Wallet kennt das Netzwerk vielleicht nicht, oder eine frühere Anfrage ist noch offen.',
  'network.chainNotSupported': 'Chain wird nicht unterstützt',
  'network.chainNotSupportedWhy':
    'Die Wallet kennt dieses Netzwerk nicht und hat es nicht aufgenommen. Bitte ein anderes wählen.',
  'network.failed': 'Wechsel fehlgeschlagen',
  'network.tryAgain': 'Erneut versuchen',
  'network.switchTo': 'Zu {name} wechseln',
  'network.switchToWhy': 'Die verbundene Wallet unterstützt {name} nicht. Eine passende verbinden.',
  'network.switch': 'Wechseln',
  'network.unsupported':
    'Diese App unterstützt das aktuelle Netzwerk nicht. Bitte zu einem verfügbaren wechseln, um fortzufahren.',
  'network.unsupportedForSwap':
    'Im aktuellen Netzwerk können keine Token getauscht werden. Bitte ein geeignetes wählen.',
  'network.or': 'oder',
  'network.title': 'Netzwerk wählen',
  'network.switchTitle': 'Netzwerk wechseln',
  'network.switchChainTitle': 'Chain wechseln',
  'network.unsupportedTitle': 'Netzwerk wechseln',
  'network.unsupportedChain': 'Nicht unterstützte Chain',
}
