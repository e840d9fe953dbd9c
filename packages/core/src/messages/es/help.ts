import type { help as english } from '../en/help.js'
import type { Translated } from '../sentences.js'

export const help: Translated<typeof english> = {
  'help.login': 'Un solo acceso a toda la web3',
  'help.loginText': 'Tu billetera le dice a una app quién eres. No hay cuentas que crear ni contraseñas que recordar.',
  'help.home': 'Un hogar para tus activos digitales',
  'help.homeText': 'Guarda las claves de tus monedas, tokens y coleccionables. Solo tú puedes mover lo que contienen.',
  'help.gateway': 'Tu puerta a una nueva web',
  'help.gatewayText': 'Paga, comercia, vota y juega con la misma billetera, en cada app que se entienda con ella.',
  'help.getWallet': 'Obtener billetera',
  'help.nuts': 'Cómo funciona el sistema',
  'help.nutsText':
    'Una red son muchas computadoras que guardan un mismo registro de quién tiene qué y acuerdan cada cambio.',
  'help.uses': 'Pensadas para distintos usos',
  'help.usesText':
    'Unas son rápidas, otras cuestan poco y otras son muy difíciles de detener. Cada app elige la que le conviene.',
  'help.learnMore': 'Más información',
  'help.getWalletText':
    'Una billetera es una app o una extensión del navegador. Instala una y vuelve aquí para conectarla.',
  'help.exploreAll': 'Ver todas',
  'help.reloadText': '¿Ya añadiste una?',
  'help.reload': 'Recargar la página',
  'help.chrome': 'Extensión de Chrome',
  'help.ios': 'App para iOS',
  'help.android': 'App para Android',
  'help.website': 'Sitio web',
  'help.notDetected': 'No detectada',
  'help.noDownloads': 'No se conoce dónde obtener esta billetera',
  'help.noWallets': 'La lista de billeteras no está disponible ahora.',
  'help.networkTitle': '¿Qué es una red?',
  'help.getWalletTitle': 'Obtener billetera',
  'help.downloadsTitle': 'Descargas',
  'help.getNamed': 'Obtener {name}',
  'help.notAvailable': 'Esta parte no está disponible aquí.',
}
