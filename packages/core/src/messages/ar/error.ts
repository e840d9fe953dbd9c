import type { alert } from '../en/alert.js'
import type { error as english } from '../en/connect.js'
import type { refusal } from '../en/wallets.js'
import type { Translated } from '../sentences.js'

export const error: Translated<typeof english & typeof refusal & typeof alert> = {
  'error.rejected': 'رفضت الطلب في المحفظة.',
  'error.requestPending': 'ما زال في المحفظة طلب مفتوح. افتحها وأجب عنه أولًا.',
  'error.walletNotFound': 'هذه المحفظة ليست في المتصفح. فعّلها وأعد تحميل الصفحة.',
  'error.walletLocked': 'لم تسمح المحفظة بذلك. افتح قفلها ثم حاول مجددًا.',
  'error.walletDisconnected': 'فقدت المحفظة اتصالها. اربطها من جديد.',
  'error.notSupported': 'لا تستطيع المحفظة فعل ذلك. جرّب محفظة أخرى.',
  'error.timedOut': 'لم يصل رد في الوقت المناسب. حاول مجددًا.',
  'error.wrongAnswer': 'أعطت المحفظة إجابة لا يمكن استخدامها. حاول مجددًا أو اختر محفظة أخرى.',
  'error.offline': 'أنت غير متصل بالإنترنت. حاول مجددًا عند عودة الاتصال.',
  'error.networkUnavailable': 'الشبكة لا تجيب الآن. حاول مجددًا بعد قليل.',
  'error.serverUnavailable': 'الخادم لا يجيب الآن. حاول مجددًا بعد قليل.',
  'error.busy': 'هناك طلبات كثيرة جدًا الآن. انتظر قليلًا ثم حاول مجددًا.',
  'error.unsupportedNetwork': 'لا يدعم هذا التطبيق تلك الشبكة. اختر شبكة أخرى.',
  'error.chainNotSupported': 'السلسلة غير مدعومة',
  'error.storage': 'لا يسمح المتصفح لهذه الصفحة بحفظ البيانات. ستحتاج إلى الربط من جديد في المرة القادمة.',
  'error.transactionFailed': 'رفضت الشبكة المعاملة. تحقّق من المبلغ والرسوم ثم حاول مجددًا.',
  'error.misconfigured': 'إعداد هذا التطبيق غير مكتمل. أخبر صانعيه.',
  'error.notLoaded': 'تعذّر تحميل هذا الجزء. حاول مجددًا.',
  'error.unknown': 'لم ينجح ذلك. حاول مجددًا.',

  'alert.dismiss': 'إخفاء',
  'alert.invalidOptions': 'خيارات غير صالحة',
  'alert.invalidOptionsMore': 'صحّح ما يُمرَّر إلى `createFoyer`.',
  'alert.networkNotFound': 'الشبكة غير موجودة',
  'alert.networkNotFoundMore': 'طُلب التبديل إلى {network}، وهي ليست بين شبكات هذه العدّة. أضفها إلى `networks`.',
  'alert.invalidAppConfiguration': 'إعداد التطبيق غير صالح',
  'alert.invalidAppConfigurationMore':
    'المصدر {origin} ليس في قائمة مصادر المشروع المسموح بها. أضفه في الخادم الذي يسمّيه `api`.',
  'alert.projectIdNotConfigured': 'معرّف المشروع غير مضبوط',
  'alert.projectIdNotConfiguredMore': 'لم يُعطَ `projectId`. أنشئ مشروعًا في الخادم الذي يسمّيه `api` ومرّر معرّفه.',
  'alert.invalidProjectId': 'معرّف المشروع غير صالح',
  'alert.invalidProjectIdMore':
    'لا يعرف الخادم معرّف المشروع هذا. قارن `projectId` بالمشروع في الخادم الذي يسمّيه `api`.',
  'alert.relayOriginMore':
    'المصدر {origin} ليس في قائمة المشروع لدى المُرحِّل {relay}. أضفه حيث حصلت على معرّف مشروع المُرحِّل.',
  'alert.relayProjectMore':
    'لا يعرف المُرحِّل {relay} معرّف المشروع هذا. مرّر معرّفًا من مشغّله إلى `walletConnect` باسم `projectId`، أو سمِّ مُرحِّلًا لك باسم `relayUrl`.',
  'alert.relayNoProjectMore':
    'يحتاج المُرحِّل {relay} إلى معرّف مشروع. مرّر معرّفًا من مشغّله إلى `walletConnect` باسم `projectId`، أو سمِّ مُرحِّلًا لك باسم `relayUrl`.',
  'alert.sessionExpired': 'انتهت الجلسة',
  'alert.sessionExpiredMore': 'لا يقبل الخادم الرمز بعد. قارن ساعة هذا الجهاز بساعة الخادم.',
  'alert.adapterMissing': 'المحوّل غير موجود',
  'alert.adapterMissingMore': 'الشبكة {network} مضبوطة، لكن لا محوّل للعائلة {family}. أضف واحدًا إلى `adapters`.',
}
