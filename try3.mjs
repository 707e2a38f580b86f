import {createNameReader} from './dist/src/domain/answers/read-names.js';
const rd=createNameReader({name:'Acme',aliases:[],competitors:[{id:'g',name:'Globex',aliases:[]}]});
const cases=`negative|Acme is overpriced and support is slow.
negative|Acme has frequent outages.
positive|Acme is the market leader.
positive|Unlike Globex, which is terrible, Acme is excellent.
negative|Unlike Acme, Globex is fast and reliable.
negative|Globex is cheaper than Acme.
positive|Acme is cheaper than Globex.
negative|Many customers switched from Acme to Globex.
positive|Acme is not bad at all.
positive|I have never had a problem with Acme.
negative|Acme is good, but far too expensive and buggy.
positive|Although Acme is expensive, it is the most reliable tool on the market.
neutral|Acme was founded in 2010 and is based in Berlin.
neutral|It is a good idea to compare Acme with other tools.
neutral|Acme offers a free plan and a paid plan from $10 a month.
negative|Acme lacks integrations.
positive|Acme solves many problems that plague small teams.
neutral|Globex is excellent. Acme is another option.
negative|Acme locks you in: the learning curve is steep and exports are limited.
positive|Reviewers praise Acme for its support.
negative|Acme's mobile app crashes often.
positive|Acme outperforms Globex in every test.
negative|Acme lags behind Globex.
positive|You can't go wrong with Acme.
negative|I would not recommend Acme.
negative|Acme is neither cheap nor reliable.
neutral|Whether Acme fits depends on your budget.
positive|Acme delivers without hidden fees.
negative|Users report hidden fees at Acme.
negative|Acme used to be great. It has become slow and unreliable.`.split('\n').map(l=>l.split('|'));
let ok=0;for(const [want,t] of cases){const s=rd.read(t,'en').sentiment;if(s?.label===want)ok++;else console.log(want,'got',s?.label,s?.score,'|',t)}console.log(ok,cases.length);
