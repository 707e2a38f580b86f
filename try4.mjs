import {createNameReader} from './dist/src/domain/answers/read-names.js';
const r=createNameReader({name:'Tefal',aliases:[],competitors:[{id:'r1',name:'Le Creuset',aliases:[]},{id:'r2',name:'Lodge',aliases:[]}]});
const x=r.read("### #3 Lodge\nCast iron at a student's price.\n\n### #2 Tefal\nLight, non-stick, done in ten minutes.\n\n### #1 Le Creuset\nYou'll leave it to your grandchildren.",'en');console.log(x.mentions);
